import { parentPort, workerData } from 'node:worker_threads';
import { encodePicture } from './encode.ts';
import type { Draw, DrawAnswer, DrawJob } from './picture-request.ts';

/** The thread that draws: `workerData` is the address of `picture.mjs`. */
const { draw } = (await import(String(workerData))) as { readonly draw: Draw };

async function answer({ request, format }: DrawJob): Promise<DrawAnswer> {
  try {
    const svgs = await draw(request);
    return { bytes: svgs === null ? null : await encodePicture(svgs, format) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (job: DrawJob) => void answer(job).then((done) => parentPort?.postMessage(done)));
