import { type RefObject, useContext, useEffectEvent, useLayoutEffect } from "react";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";

type Layer = RefObject<HTMLElement | null>;

/** What is open over the page, the topmost last. */
const layers: Layer[] = [];

/**
 * Closes the dialog or popover around it when Escape is pressed while the focus is elsewhere. React Aria hears the key
 * only inside a layer, but it moves the focus a frame late: into a layer that a screen reader opened, and back into the
 * dialog below when a popover closes. A key pressed in that frame would be lost.
 */
export function CloseOnEscape({ layer, isDisabled = false }: { layer: Layer; isDisabled?: boolean | undefined }) {
  const state = useContext(OverlayTriggerStateContext);
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && layer.current?.contains(event.target);
    if (event.key !== "Escape" || isDisabled || isInside || layers.at(-1) !== layer) return;
    // The layers below must not hear it too.
    event.stopImmediatePropagation();
    event.preventDefault();
    state?.close();
  });
  // Effects without layout run after the layer can be seen, which would leave a gap as well.
  useLayoutEffect(() => {
    layers.push(layer);
    document.addEventListener("keydown", listen, { capture: true });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      document.removeEventListener("keydown", listen, { capture: true });
    };
  }, [layer]);
  return null;
}
