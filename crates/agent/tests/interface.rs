//! The agent's API, as programs on its machine can use it and web pages cannot.

mod interface {
    mod access;
    mod documents;
    mod events;
    mod guard;
    mod paths;
    mod session;
    mod settings;
    mod start;
}
