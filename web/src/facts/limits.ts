// Generated from `crates/cloud/src/facts/limits.rs` by `cargo xtask openapi`; do not edit.

export const ACCOUNT = {
  NAME_LONGEST: 200,
} as const;

export const ACTIVITIES = {
  STEPS_LARGEST: 1000,
} as const;

export const AGENT_SETTINGS = {
  ACTIVE_MOST: 1000,
  CONNECTIONS_MOST: 256,
} as const;

export const CHUNK_PLAN = {
  FILE_LARGEST: 15000000000000,
} as const;

export const FILE_PATH = {
  NAME_LONGEST_CHARACTERS: 255,
  PATH_LONGEST_BYTES: 4096,
} as const;

export const FILES = {
  MANY: 1000,
  PAGE_LARGEST: 1000,
} as const;

export const FILTER = {
  NAMES_MOST: 1000,
  VALUES_MOST: 50,
} as const;

export const FORM = {
  DEFAULT_LONGEST: 4000,
  FIELDS_MOST: 100,
} as const;

export const PORTAL = {
  EXPIRY_DAYS_LONGEST: 65535,
  SECRET_LONGEST_BYTES: 72,
  TITLE_LONGEST: 500,
} as const;

export const QUERY = {
  PAGE_USUAL: 50,
} as const;

export const QUOTA = {
  ENTRIES_LEAST: 1000,
} as const;

export const RE2 = {
  LONGEST_BYTES: 1024,
} as const;

export const SUBDOMAIN = {
  SHORTEST: 3,
  LONGEST: 53,
  RESERVED: ["admin","agent","api","app","assets","auth","billing","cdn","console","dashboard","docs","download","downloads","ftp","help","imap","localhost","login","mail","metrics","mx","ns1","ns2","pop","root","secure","security","signin","smtp","static","status","storage","support","tonnage","upload","uploads","webmail","www"],
} as const;

export const TEAM = {
  DAYS_LONGEST: 65535,
  DOWNLOADS_MOST: 1000000,
  RECIPIENTS_MOST: 10000,
} as const;
