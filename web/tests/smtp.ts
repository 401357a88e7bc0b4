import { createServer, type Server, type Socket } from "node:net";
import { inTime } from "./limits";

/** A mail as it came: whom it is for, and all its lines. */
export interface ReceivedMail {
  recipients: string[];
  content: string;
}

/** A mail server that keeps everything and sends nothing on. */
export class MailSink {
  readonly mails: ReceivedMail[] = [];
  private readonly waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MailSink> {
    const server = createServer();
    const sink = new MailSink(server);
    server.on("connection", (socket) => sink.talk(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return sink;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("the mail sink does not listen");
    return `smtp://127.0.0.1:${address.port}`;
  }

  stop(): void {
    this.server.close();
  }

  /** The first mail to this address, now or when it comes. */
  async to(recipient: string): Promise<ReceivedMail> {
    for (;;) {
      const found = this.mails.find((mail) => mail.recipients.includes(recipient));
      if (found) return found;
      await inTime(`a mail to ${recipient}`, new Promise<void>((resolve) => this.waiting.push(resolve)));
    }
  }

  private talk(socket: Socket): void {
    let buffered = "";
    let letter: ReceivedMail = { recipients: [], content: "" };
    let isContent = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 sink");
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      buffered += data.toString("utf8");
      for (let end = buffered.indexOf("\r\n"); end >= 0; end = buffered.indexOf("\r\n")) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        if (isContent && line !== ".") {
          letter.content += `${line}\n`;
        } else if (isContent) {
          isContent = false;
          this.keep(letter);
          letter = { recipients: [], content: "" };
          say("250 kept");
        } else {
          isContent = line.toUpperCase() === "DATA";
          say(this.answer(line, letter));
          if (line.toUpperCase() === "QUIT") socket.end();
        }
      }
    });
  }

  private answer(line: string, letter: ReceivedMail): string {
    const command = line.slice(0, 4).toUpperCase();
    if (command === "DATA") return "354 go on";
    if (command === "RCPT") letter.recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? "");
    return command === "QUIT" ? "221 bye" : "250 good";
  }

  private keep(letter: ReceivedMail): void {
    this.mails.push(letter);
    for (const wake of this.waiting.splice(0)) wake();
  }
}

/** The first download page that a mail names; its text part may be broken into lines by quoted-printable. */
export function downloadPageIn(mail: ReceivedMail): string {
  const text = mail.content.replace(/=\n/g, "").replace(/=3D/g, "=");
  const found = /\/d\/[0-9A-Z]{26}\?secret=[\w-]+/.exec(text);
  if (!found) throw new Error(`no download page in:\n${mail.content}`);
  return found[0];
}
