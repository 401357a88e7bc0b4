//! The house rules that a machine can check, as tests: `tests/tidy/`.
