import type { ServerNode } from '../cluster/node.ts';
import type { Lobby } from './lobby.ts';

/** The id under which the counts are shared. No table has such an id. */
const PLACE = 'online';

interface OnlineCountDeps {
  readonly node: Pick<ServerNode, 'share' | 'onOtherNodes'>;
  readonly lobby: Pick<Lobby, 'setOnline'>;
  /** The people connected to this node. */
  readonly people: () => number;
  /** How often they are counted. Milliseconds. */
  readonly pace: number;
}

/** Counts the people who are connected to any node. A person who uses two nodes at once counts twice. Returns a function that stops it. */
export function countOnline({ node, lobby, people, pace }: OnlineCountDeps): () => void {
  const count = (): void => {
    const here = people();
    node.share(PLACE, { seats: [], spectators: here }, []);
    lobby.setOnline(here + node.onOtherNodes(PLACE).spectators);
  };
  const timer = setInterval(count, pace).unref();
  return () => clearInterval(timer);
}
