//! The executable; everything is in the library.

fn main() -> std::process::ExitCode {
    cloud::program::main()
}
