import type { FastifyInstance } from 'fastify';
import { answerError } from '../http/errors.ts';
import { addDocument } from './openapi.ts';
import { addOperation, checkInput, type Operation, type OperationDeps } from './operation.ts';
import { type ApiDocument, REFERENCE_STYLE, referencePage } from './reference-page.ts';

export function addApi(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  app.register(async (api) => {
    await addDocument(api);
    addOperations(api, operations, deps);
    addDocuments(api);
  });
}

export function addOperations(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  app.decorateRequest('apiCaller', null);
  app.setValidatorCompiler<never>(
    ({ schema }) =>
      (data: unknown) =>
        checkInput(schema, data),
  );
  app.setErrorHandler(answerError);
  for (const operation of operations) addOperation(app, operation, deps);
}

/** Both are built when they are first requested, and never change. */
function addDocuments(api: FastifyInstance): void {
  let text: string | undefined;
  let page: string | undefined;
  const documentText = (): string => (text ??= JSON.stringify(api.swagger()));
  const cached = { 'cache-control': 'public, max-age=300' };
  api.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(cached).type('application/json; charset=utf-8').send(documentText()),
  );
  api.get('/api/reference.css', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(cached).type('text/css; charset=utf-8').send(REFERENCE_STYLE),
  );
  api.get('/api', { schema: { hide: true } }, (_request, reply) => {
    page ??= referencePage(JSON.parse(documentText()) as ApiDocument);
    return reply.headers(cached).type('text/html; charset=utf-8').send(page);
  });
}
