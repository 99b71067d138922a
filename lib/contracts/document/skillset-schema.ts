/** The JSON Schema of documents, served at /api/skillset.schema.json. `check-document.ts` has the rules over several fields. */

import { CANONICAL_DIALECT } from '../../json-schema/tree/dialect.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import {
  BUILT_IN_CATEGORIES,
  CATEGORY_ID_PATTERN,
  type Category,
  listOfferedCategories,
} from './categories.ts'
import { JWT_SECONDS, type SecretUse } from './secret-use.ts'
import { MAX_DEPENDENCIES, MAX_SKILLS } from './skill-limits.ts'
import {
  booleanSchema,
  enumSchema,
  list,
  record,
  SKILL_SCHEMA,
  slug,
  text,
  textSchema,
  url,
  withDescriptions,
} from './skill-schema.ts'

// A semver.org version without build metadata.
const VERSION_PATTERN =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?$'
/** An exact host or `*.example.com`. */
export const HOST_PATTERN =
  '^(\\*\\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'

const host: JsonSchema = {
  type: 'string',
  maxLength: 253,
  pattern: HOST_PATTERN,
  errorMessage: 'must be a host name such as api.example.com or *.example.com',
}

const configDefinition = record(['key', 'label', 'type', 'required', 'order'], {
  key: {
    type: 'string',
    pattern: '^[A-Za-z0-9_]{1,64}$',
    errorMessage: 'key must be 1-64 chars, alphanumeric + underscore',
  },
  label: text('label', 1, 100),
  type: enumSchema('type', ['STRING', 'NUMBER', 'BOOLEAN', 'SELECT', 'MULTI_SELECT', 'SECRET']),
  description: textSchema('description', 500),
  required: booleanSchema('required'),
  defaultValue: {
    ...textSchema('defaultValue', 2000),
    description: 'Always a string. Converted to the type when used.',
  },
  order: { type: 'number', errorMessage: 'order must be a number' },
  options: list('options', text('an option', 1, 200), {
    maxItems: 200,
    uniqueItems: true,
    errorMessage: 'options must be a list of different texts',
  }),
  validation: {
    ...textSchema('validation', 500),
    description: 'url, email, uuid, int or a regular expression.',
  },
  isSensitive: booleanSchema('isSensitive'),
})

const headerName = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$',
  errorMessage: 'must be the name of a header such as X-Signature',
} as const

const headerText = (name: string, max: number) => ({
  type: 'string',
  pattern: `^[ -~]{1,${max}}$`,
  errorMessage: `${name} must be 1-${max} characters of ASCII, because a header carries it`,
})

/** See `SecretUse`. One of four records, told apart by `kind`. */
const secretUse = {
  type: 'object',
  required: ['kind'],
  properties: { kind: enumSchema('kind', ['hmac', 'aws-sigv4', 'jwt', 'oauth-client-credentials']) },
  allOf: [
    schemaOfUse('hmac', ['algorithm', 'sign', 'header'], {
      algorithm: enumSchema('algorithm', ['sha256', 'sha384', 'sha512']),
      sign: text('sign', 1, 500),
      header: headerName,
      encoding: enumSchema('encoding', ['hex', 'base64']),
      prefix: headerText('prefix', 64),
      timestampHeader: headerName,
    }),
    schemaOfUse('aws-sigv4', ['accessKeyId', 'service', 'region'], {
      accessKeyId: text('accessKeyId', 1, 64),
      service: headerText('service', 64),
      region: headerText('region', 64),
    }),
    schemaOfUse('jwt', ['algorithm'], {
      algorithm: enumSchema('algorithm', ['HS256', 'RS256', 'ES256']),
      claims: { type: 'object', maxProperties: 20, additionalProperties: { type: ['string', 'number'] } },
      expiresInSeconds: { type: 'integer', minimum: 1, maximum: JWT_SECONDS.max },
      header: headerName,
      keyId: text('keyId', 1, 200),
    }),
    schemaOfUse('oauth-client-credentials', ['tokenUrl', 'clientId'], {
      tokenUrl: text('tokenUrl', 1, 500),
      clientId: text('clientId', 1, 64),
      scope: headerText('scope', 500),
      audience: text('audience', 1, 500),
      authentication: enumSchema('authentication', ['basic', 'body']),
    }),
  ],
}

function schemaOfUse(
  kind: SecretUse['kind'],
  required: string[],
  fields: Record<string, JsonSchema>,
): JsonSchema {
  return {
    if: { properties: { kind: { const: kind } }, required: ['kind'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: record(['kind', ...required], { kind: { const: kind }, ...fields }),
  }
}

const permissions = record([], {
  network: list('network', host, { maxItems: 50 }),
  urlParameters: list('urlParameters', text('a parameter', 1, 64), {
    maxItems: 10,
    uniqueItems: true,
    errorMessage: 'urlParameters must be a list of at most 10 different parameters',
    description:
      'Parameters with `format: uri`. A run may reach the hosts of the addresses in them, wherever on the public internet.',
  }),
  secrets: list(
    'secrets',
    record(['key', 'hosts'], {
      key: text('key', 1, 64),
      hosts: list('hosts', host, { maxItems: 50 }),
      exposure: enumSchema('exposure', ['brokered', 'raw']),
      use: secretUse,
      reason: text('reason', 1, 500),
    }),
  ),
  tools: list('tools', {
    type: 'string',
    pattern: '^(vault|editor|workspace|commands|util)\\.[a-z][A-Za-z]*$',
    errorMessage: 'must be the name of a tool such as vault.readFile',
  }),
  vault: list('vault', {
    type: 'string',
    pattern: '^(read|write):.+$',
    maxLength: 300,
    errorMessage: 'must be read: or write: and a path pattern, such as read:Notes/**',
  }),
  skills: list('skills', {
    type: 'string',
    pattern: '^[a-z0-9_]{1,64}(\\.[a-z0-9_]{1,64}){2}(@.+)?$',
    errorMessage: 'must be the name of a skill such as publisher.skillset.skill@^1.0',
  }),
})

const dependencies: JsonSchema = {
  type: ['object', 'array'],
  maxProperties: MAX_DEPENDENCIES,
  additionalProperties: text('a version range', 1, 200),
  maxItems: MAX_DEPENDENCIES,
  items: text('a requirement', 1, 500),
  errorMessage: `dependencies must be an object of at most ${MAX_DEPENDENCIES} npm packages with their version ranges, or a list of as many requirements of Python packages`,
}

const lockedPackage = record(
  ['path', 'name', 'version', 'integrity', 'license', 'unpackedBytes', 'requiredBy'],
  {
    path: {
      type: 'string',
      maxLength: 2000,
      pattern: '^(node_modules|site-packages)/',
      errorMessage: 'path must be a folder in node_modules or site-packages',
    },
    name: text('name', 1, 214),
    version: text('version', 1, 256),
    integrity: text('integrity', 1, 500),
    license: textSchema('license', 200),
    publishedAt: textSchema('publishedAt', 40),
    unpackedBytes: {
      type: 'integer',
      minimum: 0,
      errorMessage: 'unpackedBytes must be a whole number of bytes',
    },
    requiredBy: list('requiredBy', text('a package', 1, 214), { maxItems: 1000 }),
  },
)

const dependencyLock = record(['registry', 'dependencies', 'packages'], {
  kind: { const: 'python', errorMessage: 'kind must be python, or absent for npm' },
  registry: text('registry', 1, 500),
  dependencies,
  packages: list('packages', lockedPackage, { maxItems: 1000 }),
})

const migration = record(['from', 'definition'], {
  from: {
    type: 'string',
    pattern: '^\\d+$',
    errorMessage: 'from must be the number of an earlier major version, such as "1"',
  },
  definition: text('definition', 1, 200_000),
})

const NOTES = {
  logoImageUrl:
    'An image uploaded to this server, or a URL from which the studio can fetch it once. Pages only show images stored on this server.',
  bannerImageUrl: 'As the logo, wide.',
  source: 'open (the default) or closed: whether others may read the code.',
  requires: 'The versions of Guildhall that the SkillSet runs on, such as >=1 <3.',
  dependencies:
    'Packages that the code may import: for JavaScript an object of npm packages with version ranges, as in a package.json; for Python a list of requirements (PEP 508), as in a requirements.txt.',
  dependencyLock:
    'The exact packages, written when the dependencies are resolved. Leave it out, or keep it unchanged.',
  requiredIntegrationProviders:
    'Slugs of integrations of the site. The organisation that runs the skills connects an account of each; handlers find them at `context.integrations`.',
  permissions:
    'What the skills can access: network hosts, secrets with their hosts, tools, vault paths, other skills.',
  configDefinitions: 'Settings that an organisation enters before the skills run.',
  migrations: 'Functions that convert the input of an earlier major version to the input of this one.',
  skills: 'One skill or more.',
}

/** Fields that actions need and instructions must not have, as `checkSkill` reports. */
export const ACTION_FIELDS = ['definition', 'parameters', 'response'] as const

/** Returns the schema for editors, which also requires the fields of actions, and lists the categories of the site. */
export function publishedSchema(offered: readonly Category[] = BUILT_IN_CATEGORIES): JsonSchema {
  const action = {
    if: { properties: { kind: { const: 'instruction' } }, required: ['kind'] },
    else: { required: [...ACTION_FIELDS] },
  }
  const { properties, ...schema } = SKILLSET_SCHEMA
  const { skills, categories, ...fields } = properties as Record<string, JsonSchema>
  const ids = listOfferedCategories(offered).map(({ id }) => id)
  return {
    ...schema,
    properties: {
      ...fields,
      categories: { ...categories, items: { enum: ids } },
      skills: { ...skills, items: { ...SKILL_SCHEMA, ...action } },
    },
  }
}

export const SKILLSET_SCHEMA: JsonSchema = {
  $schema: CANONICAL_DIALECT,
  title: 'SkillSet',
  description:
    'One version of a SkillSet: related skills with their contracts, configuration and permissions.',
  ...record(
    ['slug', 'name', 'description', 'visibility', 'skills'],
    withDescriptions(
      {
        slug,
        name: text('name', 1, 100),
        tagline: text('tagline', 1, 200),
        description: text('description', 1, 1000),
        version: {
          type: 'string',
          maxLength: 64,
          pattern: VERSION_PATTERN,
          errorMessage: 'version must be a semantic version such as 1.0.0',
        },
        changelog: textSchema('changelog', 20_000),
        readme: textSchema('readme', 100_000),
        logoImageUrl: url('logoImageUrl'),
        bannerImageUrl: url('bannerImageUrl'),
        privacyPolicyUrl: url('privacyPolicyUrl'),
        termsOfServiceUrl: url('termsOfServiceUrl'),
        visibility: enumSchema('visibility', ['PUBLIC', 'PRIVATE']),
        source: enumSchema('source', ['open', 'closed']),
        categories: list(
          'categories',
          {
            type: 'string',
            pattern: CATEGORY_ID_PATTERN,
            errorMessage: 'must be the name of a category, such as text',
          },
          { uniqueItems: true, errorMessage: 'categories must be a list without repetition' },
        ),
        requires: text('requires', 1, 100),
        dependencies,
        dependencyLock,
        requiredIntegrationProviders: list('requiredIntegrationProviders', text('a provider', 1, 64), {
          maxItems: 50,
          uniqueItems: true,
          errorMessage: 'requiredIntegrationProviders must be a list of different names',
        }),
        permissions,
        configDefinitions: list('configDefinitions', configDefinition, { maxItems: 100 }),
        migrations: list('migrations', migration, { maxItems: 100 }),
        skills: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_SKILLS,
          items: SKILL_SCHEMA,
          errorMessage: 'skills must contain at least 1 skill',
        },
      },
      NOTES,
    ),
  ),
}
