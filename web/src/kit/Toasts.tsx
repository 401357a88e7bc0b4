import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useSay } from "../texts/texts";
import { Button, IconButton } from "./Button";
import { ErrorNote } from "./states";

const UNDO_FOR = 8_000;
const TOLD_FOR = 6_000;

export interface Toasts {
  /**
   * Says that something is done. Never a secret: it vanishes, and may be read over a shoulder. With `undo` it offers to
   * take it back.
   */
  say: (text: string, undo?: () => Promise<unknown>) => void;
  /** Says that something failed; stays until it is closed. */
  fail: (error: unknown) => void;
  /** Does something in eight seconds, unless *Undo* is pressed. Leaving the page does it at once. */
  later: (id: string, text: string, act: () => Promise<unknown>) => void;
  /** What waits for its eight seconds: lists leave these out already. */
  pending: ReadonlySet<string>;
}

const ToastsContext = createContext<Toasts | undefined>(undefined);

export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("toasts are used outside of the kit");
  return toasts;
}

export interface Toast {
  key: number;
  text?: string;
  error?: unknown;
  /** Takes back what is done. */
  undo?: (() => Promise<unknown>) | undefined;
  /** Set while it can be undone. */
  waiting?: { id: string; act: () => Promise<unknown> };
}

const MOST = 4;

/** The newest few. One that has something to do or to undo stays until its time is over: without it, that would be lost. */
export function withRoom<T extends Pick<Toast, "key" | "waiting" | "undo">>(toasts: readonly T[]): T[] {
  let over = toasts.length - MOST;
  return toasts.filter((toast, index) => {
    const mayGo = !toast.waiting && !toast.undo && index < toasts.length - 1;
    if (over <= 0 || !mayGo) return true;
    over -= 1;
    return false;
  });
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const say = useSay();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(0);
  const add = useCallback((toast: Omit<Toast, "key">) => {
    next.current += 1;
    const key = next.current;
    setToasts((all) => withRoom([...all, { ...toast, key }]));
  }, []);
  const close = useCallback((key: number) => setToasts((all) => all.filter((toast) => toast.key !== key)), []);
  const value = useMemo<Toasts>(
    () => ({
      say: (text, undo) => add({ text, undo }),
      fail: (error) => add({ error }),
      later: (id, text, act) => add({ text, waiting: { id, act } }),
      pending: new Set(toasts.flatMap((toast) => (toast.waiting ? [toast.waiting.id] : []))),
    }),
    [add, toasts],
  );
  return (
    <ToastsContext.Provider value={value}>
      {children}
      <section className="toasts" aria-label={say("kit-notices")}>
        {toasts.map((toast) => (
          <ToastCard key={toast.key} toast={toast} onClose={() => close(toast.key)} onFail={value.fail} />
        ))}
      </section>
    </ToastsContext.Provider>
  );
}

interface CardProps {
  toast: Toast;
  onClose: () => void;
  onFail: (error: unknown) => void;
}

function ToastCard({ toast, onClose, onFail }: CardProps) {
  const say = useSay();
  const isHeld = useRef(false);
  const isSettled = useRef(false);
  const end = useRef(() => {});
  end.current = () => {
    if (toast.waiting && !isSettled.current) {
      isSettled.current = true;
      toast.waiting.act().catch(onFail).finally(onClose);
    } else onClose();
  };
  useEnd(end, isHeld, toast.error !== undefined ? undefined : toast.waiting || toast.undo ? UNDO_FOR : TOLD_FOR);
  const undo = () => {
    isSettled.current = true;
    onClose();
    toast.undo?.().catch(onFail);
  };
  const hold = { onMouseEnter: () => setHeld(isHeld, true), onMouseLeave: () => setHeld(isHeld, false) };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only stays the clock; all that can be done is a button.
    <div className="toast" {...hold} onFocus={() => setHeld(isHeld, true)} onBlur={() => setHeld(isHeld, false)}>
      {toast.error !== undefined ? <ErrorNote error={toast.error} /> : <p role="status">{toast.text}</p>}
      {(toast.waiting || toast.undo) && (
        <Button size="small" onPress={undo}>
          {say("kit-undo")}
        </Button>
      )}
      <IconButton label={say("close")} icon="close" onPress={() => end.current()} />
    </div>
  );
}

function setHeld(isHeld: { current: boolean }, value: boolean): void {
  isHeld.current = value;
}

/** Ends a toast after its time, which stands still while the pointer or the focus is on it; and when the page goes. */
function useEnd(end: { current: () => void }, isHeld: { current: boolean }, time: number | undefined): void {
  useEffect(() => {
    if (time === undefined) return;
    let left = time;
    const step = 250;
    const timer = setInterval(() => {
      if (!isHeld.current) left -= step;
      if (left > 0) return;
      clearInterval(timer);
      end.current();
    }, step);
    const leave = () => end.current();
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", leave);
    };
  }, [end, isHeld, time]);
}
