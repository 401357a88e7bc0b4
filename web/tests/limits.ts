/**
 * How long anything may take before we say that it hangs, in milliseconds. Nothing that works takes nearly as long, even
 * on a busy machine, so this is never a claim about speed. A story that makes such a claim measures it and says so.
 */
export const HANGS_AFTER = 60_000;
