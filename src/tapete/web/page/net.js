// The connection to a table: joins, comes back after a loss, and reports its status.

const TRIES = [500, 1000, 2000, 4000, 8000];

export class Net {
  /**
   * @param {() => Record<string, any>} join what is said first
   * @param {{message: (message: ServerMessage) => any, lost: (seconds: number | null) => void,
   *   found: () => void}} hears
   */
  constructor(join, { message, lost, found }) {
    this.join = join;
    this.heard = message;
    this.lost = lost;
    this.found = found;
    this.tries = 0;
    this.closed = false;
    this.open = false;
    this.was = false;
    this.connect();
    this.timer = setInterval(() => this.check(), 1000);
    addEventListener("online", () => this.now());
  }
  connect() {
    if (this.closed) return;
    clearTimeout(this.later);
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.last = performance.now();
      this.pinged = 0;
      socket.send(JSON.stringify({ v: 1, type: "join", ...this.join() }));
    };
    socket.onmessage = (event) => {
      this.last = performance.now();
      this.pinged = 0;
      /** @type {ServerMessage} */
      const message = JSON.parse(event.data);
      if (!this.open && message.type === "table") {
        this.open = true;
        this.tries = 0;
        if (this.was) this.found();
        this.was = true;
      }
      this.heard(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.open = false;
      if (event.code === 4000) {
        this.closed = true;
        this.lost(null);
        return;
      }
      this.retry();
    };
  }
  retry() {
    const wait = TRIES[Math.min(this.tries, TRIES.length - 1)];
    this.tries += 1;
    this.until = performance.now() + wait;
    this.lost(Math.ceil(wait / 1000));
    this.later = setTimeout(() => this.connect(), wait);
  }
  now() {
    if (!this.open && !this.closed) {
      clearTimeout(this.later);
      this.connect();
    }
  }
  check() {
    if (this.closed) return;
    if (!this.open) {
      if (this.until) this.lost(Math.max(0, Math.ceil((this.until - performance.now()) / 1000)));
      return;
    }
    const quiet = performance.now() - this.last;
    if (this.pinged && performance.now() - this.pinged > 5000) {
      this.open = false;
      this.socket.onclose = null;
      this.socket.close();
      this.retry();
    } else if (quiet > 15000 && !this.pinged) {
      this.pinged = performance.now();
      this.send({ type: "ping" });
    }
  }
  /** @param {{type: string, [member: string]: any}} message @returns {boolean} whether it could be sent */
  send(message) {
    if (!this.open || this.socket.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.later);
    this.socket?.close();
  }
}
