//! The agent as programs of its machine see it, and as web pages do not.

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
