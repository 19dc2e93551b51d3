"""Constants of SplitMix64 (Steele, Lea and Flood 2014), the random generator of kernels and the hash of seeds."""

GOLDEN = 0x9E3779B97F4A7C15  # increment: 2^64 divided by the golden ratio
FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of the two multiplications of the finalizer
