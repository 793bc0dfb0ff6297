export type PictureFormat = 'svg' | 'png' | 'gif';

/** The path of a picture that the server draws of an archived game: its board after a number of moves, or the whole game. */
export const picturePath = (id: string, format: PictureFormat, ply: number): string =>
  format === 'gif' ? `/g/${id}.gif` : `/g/${id}/${ply}.${format}`;

/** A picture, or why there is none: the server draws too many, or it failed. */
export async function fetchPicture(id: string, format: PictureFormat, ply: number): Promise<Blob | 'busy' | 'failed'> {
  try {
    const answer = await fetch(picturePath(id, format, ply));
    if (answer.ok) return await answer.blob();
    return answer.status === 429 || answer.status === 503 ? 'busy' : 'failed';
  } catch {
    return 'failed';
  }
}
