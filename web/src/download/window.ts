import { type RefObject, useCallback, useEffect, useState } from "react";

/** From here on only what is in sight is drawn, and rows are all of one height. */
export const DRAWN_WHOLE = 200;
const BEYOND_SIGHT = 8;

export interface Slice {
  from: number;
  to: number;
}

/** Which rows are in sight, and some beyond, so that scrolling finds them ready. */
export function sliceOf(scrolled: number, height: number, rowHeight: number, count: number): Slice {
  const from = Math.max(0, Math.floor(scrolled / rowHeight) - BEYOND_SIGHT);
  const to = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + BEYOND_SIGHT);
  return { from: Math.min(from, to), to };
}

/** Follows the scrolling of a box of rows. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const isWhole = count <= DRAWN_WHOLE;
  const [place, setPlace] = useState({ scrolled: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (!element || isWhole) return;
    const look = () => setPlace({ scrolled: element.scrollTop, height: element.clientHeight });
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box, isWhole]);
  /** Brings a row into sight that may not be drawn yet. */
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || isWhole) return;
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
    [box, isWhole, rowHeight],
  );
  const slice = isWhole ? { from: 0, to: count } : sliceOf(place.scrolled, place.height, rowHeight, count);
  return { slice, reveal, isWhole };
}
