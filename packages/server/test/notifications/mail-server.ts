import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it arrived, with headers. Lines of quoted-printable text are joined. */
  readonly text: string;
}

/** A mail server on this machine. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The answer to every recipient, with their address; `null`: they are accepted. */
  refusal: string | null = null;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: ({ address }, _session, done) =>
        done(this.refusal === null ? null : new Error(`${this.refusal}: <${address}>`)),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          this.received.push({ from, to, text: readable(Buffer.concat(chunks).toString()) });
          done();
        });
      },
    });
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve()));
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const decoded = (text: string): string =>
  text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Decodes quoted-printable, of headers only the encoded words, and folded header lines. */
function readable(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]/g, ' ').replaceAll(/=\?.*?\?=/g, decoded);
  return Buffer.from(
    [headers, decoded(body.join('\r\n\r\n').replaceAll('=\r\n', ''))].join('\r\n\r\n'),
    'latin1',
  ).toString();
}
