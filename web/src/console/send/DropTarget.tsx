import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Icon, useNavigateTo, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Uploader } from "../../uploader";
import { useSession } from "../session/useSession";
import { begin } from "./begin";
import { currentSending } from "./store";
import "./send.css";

/** Files that are dropped on any page of the console, or pasted on the page that sends, become a part of an upload. */
export function DropTarget() {
  const say = useSay();
  const { pathname } = useLocation();
  const { team, may } = useSession();
  const navigate = useNavigateTo();
  const isSending = pathname === "/send";
  const isOff = !may("send_packages");
  const toasts = useToasts();
  const isOver = useDrops(isOff, (data) => {
    // First of all, because what was dropped cannot be read after the event.
    const uploader = openUploader(team.id, isSending);
    if (uploader) void uploader.addDropped(data);
    else toasts.say(say("send-drop-not-added"));
    if (!isSending) navigate("/send");
  });
  usePastes(
    isOff || !isSending,
    (data) => data.files.length > 0 && (openUploader(team.id, isSending)?.addPasted(data) ?? false),
  );
  if (!isOver) return null;
  return (
    <div className="drop-over">
      <p>
        <Icon name="download" size={32} /> {say("send-drop-here")}
      </p>
    </div>
  );
}

const OVER = ["done", "cancelled", "failed"];

/** No more files can be added, and the upload is not over. */
const CLOSED = ["finishing", "elsewhere"];

/**
 * The upload that files can be added to: the one that is there, or a new one. To an upload that is under way, files are
 * added only on the page that shows it; elsewhere, nobody can see whom they would go to.
 */
function openUploader(teamId: string, isShown: boolean): Uploader | undefined {
  const current = currentSending();
  const phase = current?.uploader.snapshot().phase;
  if (!current || !phase || OVER.includes(phase)) return begin(teamId);
  if (phase === "choosing") return current.teamId === teamId ? current.uploader : begin(teamId);
  const mayAdd = isShown && current.teamId === teamId && !CLOSED.includes(phase);
  return mayAdd ? current.uploader : undefined;
}

function useDrops(isOff: boolean, take: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the page and show the file instead.
      event.preventDefault();
      if (!isOff) setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!isOff && event.dataTransfer) taking.current(event.dataTransfer);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("drop", drop, { signal });
    window.addEventListener("dragleave", leave, { signal });
    return () => control.abort();
  }, [isOff]);
  return isOver;
}

function usePastes(isOff: boolean, take: (data: DataTransfer) => boolean): void {
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isText = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      if (isOff || isText || !event.clipboardData) return;
      if (taking.current(event.clipboardData)) event.preventDefault();
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [isOff]);
}
