"""Five small counts in one word: a hand of resources, a set of development cards. Lane r is byte r; a lane stays below 128."""

from tapete.kernel import boolean, i8, kernel, u8

LANES = 5
ONES = u8(0x0101010101)
TOPS = u8(0x8080808080)
BYTE = u8(255)


def pack(counts: list[int]) -> int:
    """Five counts as one word (outside kernels)."""
    return sum(int(count) << (8 * lane) for lane, count in enumerate(counts))


def unpack(word: int) -> list[int]:
    """The counts of a word (outside kernels)."""
    return [int(word) >> (8 * lane) & 255 for lane in range(LANES)]


@kernel
def lane(word: u8, index: i8) -> i8:
    return i8((word >> u8(8 * index)) & BYTE)


@kernel
def one(index: i8) -> u8:
    """A word with a single 1 in a lane."""
    return u8(1) << u8(8 * index)


@kernel
def total(word: u8) -> i8:
    """The sum of the lanes (at most 255)."""
    return i8(((word * ONES) >> u8(32)) & BYTE)


@kernel
def covers(word: u8, cost: u8) -> boolean:
    """Whether every lane is at least that of the cost."""
    return (((word | TOPS) - cost) & TOPS) == TOPS


@kernel
def smaller(first: u8, second: u8) -> u8:
    """Lane by lane the smaller count."""
    at_least = (((first | TOPS) - second) & TOPS) >> u8(7)
    mask = at_least * BYTE
    return (second & mask) | (first & ~mask)


@kernel
def beyond(first: u8, second: u8) -> u8:
    """Lane by lane first minus second, 0 where that would be negative."""
    difference = (first | TOPS) - second
    mask = ((difference & TOPS) >> u8(7)) * BYTE
    return (difference & ~TOPS) & mask


@kernel
def present(word: u8) -> u8:
    """1 in every lane that is not empty."""
    return ((word + (TOPS - ONES)) & TOPS) >> u8(7)
