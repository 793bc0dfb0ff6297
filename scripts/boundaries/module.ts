import ts from 'typescript';
import { IMPURE_NAMES } from './table.ts';

/** An import as written. `erased`: a whole `import type`, of which nothing is left at run time. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly erased: boolean;
}

/** A use of what a pure package may not touch. */
export interface ImpureUse {
  readonly name: string;
  readonly line: number;
}

/** Parses one module; of a Svelte component its scripts, at their own line numbers. */
export function parseModule(path: string, text: string): ts.SourceFile {
  const code = path.endsWith('.svelte') ? scriptsOf(text) : text;
  const kind = /\.m?js$/.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
}

/** The text with all but the inside of its script elements blanked out, so that line numbers stay true. */
function scriptsOf(component: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  let code = '';
  let end = 0;
  for (const match of component.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
    const body = match[1] ?? '';
    const from = match.index + match[0].length - '</script>'.length - body.length;
    code += blank(component.slice(end, from)) + body;
    end = from + body.length;
  }
  return code;
}

const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

/** Every import of a module: static, re-exporting, dynamic, `import('…')` in types, and `new URL('….ts', import.meta.url)` of a worker. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, erased: boolean): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, line: lineOf(source, specifier), erased });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (isModuleUrl(node)) add(node.arguments?.[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isModuleUrl = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'URL' &&
  node.arguments?.[1]?.getText() === 'import.meta.url' &&
  /\.(ts|js)['"`]$/.test(node.arguments[0]?.getText() ?? '');

/** Every use of a clock, of chance or of a platform. Names count wherever they are used as names, shadowed or not. */
export function impureUsesOf(source: ts.SourceFile): ImpureUse[] {
  const found: ImpureUse[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      const name = node.text === 'Math' ? mathUse(node) : node.text;
      if (IMPURE_NAMES.has(name) || name === 'Math.random') found.push({ name, line: lineOf(source, node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `Math.abs` stays `Math.abs`; whatever could hide `Math.random` (`Math[name]`, `const { random } = Math`) is taken for it. */
function mathUse(math: ts.Identifier): string {
  const { parent } = math;
  if (ts.isPropertyAccessExpression(parent)) return `Math.${parent.name.text}`;
  return 'Math.random';
}

/** Whether an identifier names a member (`x.process`, `{ process: 1 }`, a method `process()`) and not a variable. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isGetAccessorDeclaration(parent) ||
    ts.isSetAccessorDeclaration(parent);
  return isMember && parent.name === node;
}
