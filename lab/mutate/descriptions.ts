import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore';

/** What this needs of a path of Babel. */
interface CallPath extends NodePath {
  readonly node: { readonly callee?: { readonly property?: { readonly name?: string } } };
  isCallExpression(): boolean;
}

/** Leaves out the texts of `z.describe(…)`: they are the words of `docs/protocol.md`, and no code reads them. */
const descriptions: Ignorer = {
  shouldIgnore(path) {
    const { node, isCallExpression } = path as CallPath;
    const isDescription = isCallExpression.call(path) && node.callee?.property?.name === 'describe';
    return isDescription ? 'a text of the documentation' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'descriptions', descriptions)];
