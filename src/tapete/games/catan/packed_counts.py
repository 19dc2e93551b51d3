"""Five counts below 128 in one word, for a hand of resources or a set of development cards. Lane r is byte r."""

from tapete.kernel import boolean, i8, kernel, u8

LANES = 5
ONES = u8(0x0101010101)
TOPS = u8(0x8080808080)
BYTE = u8(255)


def pack(counts: list[int]) -> int:
    """Pack five counts into one word (outside kernels)."""
    return sum(int(count) << (8 * lane) for lane, count in enumerate(counts))


def unpack(word: int) -> list[int]:
    """Return the counts of a word (outside kernels)."""
    return [int(word) >> (8 * lane) & 255 for lane in range(LANES)]


@kernel
def lane(word: u8, index: i8) -> i8:
    return i8((word >> u8(8 * index)) & BYTE)


@kernel
def one(index: i8) -> u8:
    """Return a word with a single 1 in a lane."""
    return u8(1) << u8(8 * index)


@kernel
def total(word: u8) -> i8:
    """Return the sum of the lanes (at most 255)."""
    return i8(((word * ONES) >> u8(32)) & BYTE)


@kernel
def covers(word: u8, cost: u8) -> boolean:
    """Return whether every lane is at least that of the cost."""
    return (((word | TOPS) - cost) & TOPS) == TOPS


@kernel
def smaller(first: u8, second: u8) -> u8:
    """Return the smaller count of each lane."""
    at_least = (((first | TOPS) - second) & TOPS) >> u8(7)
    mask = at_least * BYTE
    return (second & mask) | (first & ~mask)


@kernel
def beyond(first: u8, second: u8) -> u8:
    """Return first minus second in each lane, 0 where that would be negative."""
    difference = (first | TOPS) - second
    mask = ((difference & TOPS) >> u8(7)) * BYTE
    return (difference & ~TOPS) & mask


@kernel
def present(word: u8) -> u8:
    """Return a word with 1 in every lane that is not 0."""
    return ((word + (TOPS - ONES)) & TOPS) >> u8(7)
