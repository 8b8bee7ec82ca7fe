/** The OpenAPI documents as pages: each operation with its parameters, its body and its answers, and each type as TypeScript. */
import { openApiOfAdmin, openApiOfServer } from '../../server/api/http/openapi.ts';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import { openApiOfHooks } from '../../server/partner/hooks-http/openapi.ts';
import { declarationOf, typeOf } from '../../widget/build/json-schema-types.ts';

interface Content {
  description?: string;
  content?: Record<string, { schema: JsonSchema }>;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}
interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Api {
  info: { title: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A type, with a link to its declaration. */
function linked(schema: JsonSchema): string {
  const type = typeOf(schema.allOf?.[0] ?? schema).replace(/\s+/g, ' ');
  const name = /^\w+$/.exec(type)?.[0];
  return schema.$ref !== undefined || schema.allOf
    ? `[\`${type}\`](#${name?.toLowerCase()})`
    : `\`${cell(type)}\``;
}

/** The types of a body by their format. */
const typesOf = ({ content = {} }: Content): string =>
  Object.entries(content)
    .map(([format, { schema }]) => `${linked(schema)} as \`${format}\``)
    .join(', or ');

function operationText(method: string, path: string, operation: Operation, api: Api): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  /** What a reference within the document names. */
  const resolved = <T extends object>(item: T): T => {
    const path = '$ref' in item ? `${item.$ref}`.split('/').slice(1) : null;
    return path === null ? item : path.reduce<never>((at, name) => at[name] as never, api as never);
  };
  const answers = Object.entries(responses).map(([status, answer]) => {
    const { description: words, ...content } = resolved(answer);
    return `| ${status} | ${cell(words)} | ${typesOf(content)} |`;
  });
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    [summary, description].filter(Boolean).join('. ').replaceAll('..', '.'),
    ...(parameters.length > 0
      ? [
          [
            '| Parameter | In | Type | |',
            '| --- | --- | --- | --- |',
            ...parameters
              .map(resolved)
              .map(
                (one) =>
                  `| \`${one.name}\`${one.required ? '' : ', optional'} | ${one.in} | \`${cell(typeOf(one.schema))}\` | ${cell(one.description)} |`,
              ),
          ].join('\n'),
        ]
      : []),
    ...(requestBody ? [`Body: ${typesOf(requestBody)}`] : []),
    ['| Status | | Body |', '| --- | --- | --- |', ...answers].join('\n'),
  ].join('\n\n');
}

function pageOf(api: Api): string {
  const operations = Object.entries({ ...api.paths, ...api.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.responses)
      .map(([method, operation]) => operationText(method, path, operation, api)),
  );
  const types = Object.entries(api.components?.schemas ?? {}).map(
    ([name, schema]) => `### ${name}\n\n\`\`\`ts\n${declarationOf(name, schema)}\`\`\``,
  );
  return [
    `# ${api.info.title}`,
    api.info.description,
    '## Operations',
    ...operations,
    '## Types',
    ...types,
  ].join('\n\n');
}

export default {
  paths: () =>
    Object.entries({ server: openApiOfServer(), hooks: openApiOfHooks(), admin: openApiOfAdmin() }).map(
      ([api, document]) => ({ params: { api }, content: pageOf(document as unknown as Api) }),
    ),
};
