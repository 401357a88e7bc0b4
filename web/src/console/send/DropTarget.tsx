import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Icon, useNavigateTo } from "../../kit";
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
  const isOver = useDrops(isOff, (data) => {
    // First of all, because what was dropped cannot be read after the event.
    void openUploader(team.id).addDropped(data);
    if (!isSending) navigate("/send");
  });
  usePastes(isOff || !isSending, (data) => openUploader(team.id).addPasted(data));
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

/** The upload that files can be added to: the one that is there, or a new one. */
function openUploader(teamId: string): Uploader {
  const current = currentSending();
  const phase = current?.uploader.snapshot().phase;
  const isOfOther = current?.teamId !== teamId && phase === "choosing";
  if (!current || !phase || isOfOther || OVER.includes(phase)) return begin(teamId);
  return current.uploader;
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
