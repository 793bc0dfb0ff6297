import { Engine } from '../engine/engine.ts';
import { EXIT } from '../shared/errors.ts';
import { LINE_LIMIT, LineSplitter } from '../shared/lines.ts';

/** `tablier engine`: the Universal Game Interface on stdin and stdout. */
export async function engine(): Promise<number> {
  const { stdin, stdout } = process;
  const talker = new Engine((line) => void stdout.write(`${line}\n`));
  const splitter = new LineSplitter(LINE_LIMIT);
  stdin.setEncoding('utf8');
  stdin.on('data', (chunk: string) => {
    for (const { text } of splitter.push(chunk)) talker.receive(text ?? 'too-long');
  });
  stdin.on('end', () => {
    for (const { text } of splitter.finish()) talker.receive(text ?? 'too-long');
    talker.endInput();
  });
  await talker.finished;
  stdin.destroy();
  return EXIT.ok;
}
