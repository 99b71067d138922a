import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries, repeatedIndexes, textEntries, toPointer } from '../../kernel/json/json-pointer.ts'
import { isTransferHeader } from '../../kernel/network/transfer-headers.ts'
import { configRuleError, isWebUrl } from '../document/config-rule.ts'
import { checkConfigValue, isSecretDefinition, parseConfigText } from '../document/config-values.ts'
import { convertCapabilities } from '../document/from-capabilities.ts'
import { IMAGE_FIELDS, readImagePath } from '../document/image-path.ts'
import { checkFields } from '../document/parse-document.ts'
import {
  HMAC_PARTS,
  IN_BRACES,
  listUsedConfigKeys,
  type SecretUse,
  tokenHostOf,
} from '../document/secret-use.ts'
import { skillEntries } from '../document/skill-entries.ts'
import type { ConfigDefinition } from '../document/skillset-document.ts'
import { inspectMigration } from '../handler/inspect-definition.ts'
import { isPackageName, readDependencies, readRequirements } from '../packages/dependencies.ts'
import { parseRequirement } from '../packages/requirement.ts'
import { takesAddress } from '../permissions/url-parameters.ts'
import { isRange, isVersion, parseMajor } from '../versions/version-number.ts'
import { checkSkill } from './check-skill.ts'
import { isHostCovered, listHosts } from './definition-hints.ts'
import { exampleSecretIssues } from './example-secrets.ts'

/**
 * Returns everything that is wrong with a document, by pointers into it. Accepts any JSON, since drafts are unfinished. The
 * rules are in docs/spec/skillset-document.md.
 */
export function checkDocument(given: Json): Issue[] {
  if (!isObject(given)) return [{ path: '', keyword: 'type', message: 'a SkillSet must be a JSON object' }]
  const { document, origin } = convertCapabilities(given)
  const skills = skillEntries(document)
  const issues = [
    ...checkFields(document),
    ...checkUrls(document),
    ...checkRequires(document),
    ...checkDependencies(document),
    ...checkConfig(document),
    ...checkPermissions(document),
    ...checkMigrations(document),
    ...exampleSecretIssues(document),
    ...repeatedIndexes(skills, 'slug').map((index) => ({
      path: `/skills/${index}/slug`,
      keyword: 'unique',
      message: 'slug must be unique',
    })),
    ...skills.flatMap(([skill, index]) => checkSkill(skill, `/skills/${index}`, document)),
  ]
  return dropDuplicates(issues).map((issue) => ({ ...issue, path: origin(issue.path) }))
}

const IMAGES: readonly string[] = IMAGE_FIELDS
const PAGES = ['privacyPolicyUrl', 'termsOfServiceUrl']

function checkUrls(document: JsonObject): Issue[] {
  return [...IMAGES, ...PAGES].flatMap((key) => {
    const url = document[key]
    if (typeof url !== 'string' || isWebUrl(url)) return []
    if (IMAGES.includes(key) && readImagePath(url)) return []
    return [{ path: `/${key}`, keyword: 'url', message: `${key} must be a valid URL` }]
  })
}

function checkRequires({ requires }: JsonObject): Issue[] {
  if (typeof requires !== 'string' || requires === '' || isRange(requires)) return []
  return [{ path: '/requires', keyword: 'range', message: 'requires must be a version range such as >=1 <3' }]
}

function checkDependencies(document: JsonObject): Issue[] {
  const errors = [
    ...Object.entries(readDependencies(document)).map(([name, range]) => [
      name,
      dependencyError(name, range),
    ]),
    ...requirementErrors(document).map((message, index) => [String(index), message]),
  ]
  return errors.flatMap(([key, message]) =>
    message ? [{ path: toPointer(['dependencies', key!]), keyword: 'dependency-range', message }] : [],
  )
}

function requirementErrors(document: JsonObject): (string | undefined)[] {
  const names = new Set<string>()
  return readRequirements(document).map((text) => {
    const parsed = parseRequirement(text)
    if ('error' in parsed) return parsed.error
    const { name } = parsed.requirement
    const isRepeated = names.size === names.add(name).size
    return isRepeated ? `“${name}” is listed twice` : undefined
  })
}

function dependencyError(name: string, range: string): string | undefined {
  if (!isPackageName(name)) return `“${name}” is not the name of an npm package`
  if (isRange(range)) return undefined
  return `“${range}” is not a version range such as ^1.2.0: tags, Git repositories, files and URLs are not accepted`
}

function dropDuplicates(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

function checkConfig(document: JsonObject): Issue[] {
  const definitions = objectEntries(document.configDefinitions)
  return [
    ...repeatedIndexes(definitions, 'key').map((index) =>
      configIssue(index, 'key', 'unique', 'key must be unique'),
    ),
    ...definitions.flatMap(([definition, index]) => checkDefinition(definition, index)),
  ]
}

function checkDefinition(given: JsonObject, index: number): Issue[] {
  const definition = given as ConfigDefinition
  const { type, options, validation, defaultValue, required } = definition
  const issues: Issue[] = []
  const isChoice = type === 'SELECT' || type === 'MULTI_SELECT'
  if (isChoice && !(Array.isArray(options) && options.length > 0)) {
    issues.push(configIssue(index, 'options', 'options', `options must list at least 1 choice for ${type}`))
  }
  if (typeof validation === 'string' && validation !== '') {
    const message = validationError(type, validation)
    if (message) issues.push(configIssue(index, 'validation', 'validation', message))
  }
  return [...issues, ...checkDefault(definition, index, { isOptional: required === false, defaultValue })]
}

function validationError(type: ConfigDefinition['type'], validation: string): string | undefined {
  if (['SELECT', 'MULTI_SELECT', 'BOOLEAN'].includes(type))
    return `validation does not apply to ${type}: ${type === 'BOOLEAN' ? 'its values are true and false' : 'list the allowed values in options'}`
  if (type === 'NUMBER' && ['url', 'email', 'uuid'].includes(validation))
    return `validation ${validation} does not apply to NUMBER: use int or a regular expression`
  const reason = configRuleError(validation)
  return reason && `validation must be url, email, uuid, int or a regular expression: ${reason}`
}

function checkDefault(
  definition: ConfigDefinition,
  index: number,
  { isOptional, defaultValue }: { isOptional: boolean; defaultValue: Json | undefined },
): Issue[] {
  if (isSecretDefinition(definition)) {
    const requirement = 'a secret cannot have a defaultValue: anyone could read it'
    return defaultValue === undefined ? [] : [configIssue(index, 'defaultValue', 'secret', requirement)]
  }
  if (defaultValue === undefined) {
    const requirement = 'defaultValue is required: optional configuration must have a default'
    return isOptional ? [configIssue(index, 'defaultValue', 'default', requirement)] : []
  }
  const hasNoChoice = String(definition.type).endsWith('SELECT') && !definition.options?.length
  if (typeof defaultValue !== 'string' || hasNoChoice) return []
  const value = parseConfigText(definition, defaultValue)
  const faults =
    value === undefined
      ? [{ message: `is not a valid ${definition.type}` }]
      : checkConfigValue(definition, value)
  return faults
    .slice(0, 1)
    .map(({ message }) =>
      configIssue(index, 'defaultValue', 'default', `defaultValue is invalid: ${message}`),
    )
}

function configIssue(index: number, key: string, keyword: string, message: string): Issue {
  return { path: `/configDefinitions/${index}/${key}`, keyword, message }
}

/** Permissions are described in docs/spec/execution.md §3. */
function checkPermissions(document: JsonObject): Issue[] {
  const { permissions } = document
  if (!isObject(permissions)) return []
  const secrets = objectEntries(permissions.secrets)
  const known = objectEntries(document.configDefinitions).filter(([each]) =>
    isSecretDefinition(each as ConfigDefinition),
  )
  const keys = new Set(known.map(([{ key }]) => key))
  const plainKeys = new Set(
    objectEntries(document.configDefinitions).flatMap(([{ key }]) => (keys.has(key) ? [] : [key])),
  )
  return [
    ...repeatedIndexes(secrets, 'key').map((index) =>
      permissionIssue(`secrets/${index}/key`, 'key must be unique'),
    ),
    ...secrets.flatMap(([secret, index]) => [
      ...checkSecret(secret, `secrets/${index}`, keys.has(secret.key ?? null)),
      ...checkSecretUse(secret, `secrets/${index}`, plainKeys),
      ...checkTokenUrl(secret, `secrets/${index}/use/tokenUrl`, listHosts(permissions)),
    ]),
    ...textEntries(permissions.urlParameters)
      .filter(([name]) => !parameterSchemas(document).some((schema) => takesAddress(schema, name)))
      .map(([name, index]) =>
        permissionIssue(
          `urlParameters/${index}`,
          `must name a parameter with "format": "uri", or a list of such; no skill has one called ${name}`,
        ),
      ),
    ...textEntries(permissions.skills).flatMap(([name, index]) => {
      const range = name.split('@')[1]
      return range === undefined || isRange(range)
        ? []
        : [permissionIssue(`skills/${index}`, `${range} is not a valid version range`)]
    }),
  ]
}

function parameterSchemas(document: JsonObject) {
  return skillEntries(document).map(([{ parameters }]) => canonicalSchema(parameters).schema)
}

/** Returns issues of a signature: settings that it names have to be declared, and not secret, because they are sent. */
function checkSecretUse({ use, exposure }: JsonObject, secretPath: string, plainKeys: Set<unknown>): Issue[] {
  if (!isObject(use)) return []
  const at = `${secretPath}/use`
  const { kind, sign, timestampHeader } = use
  // A signature there could change the request, or let code read an echoed secret in parts.
  const transferHeaders = (['header', 'timestampHeader'] as const).filter(
    (name) => typeof use[name] === 'string' && isTransferHeader(use[name]),
  )
  const parts = typeof sign === 'string' ? [...sign.matchAll(IN_BRACES)].map(([, name]) => name!) : []
  const unknownPart = parts.find((name) => !(HMAC_PARTS as readonly string[]).includes(name))
  const unknownKey = listUsedConfigKeys(use as SecretUse).find((key) => !plainKeys.has(key))
  return [
    ...(exposure === 'raw'
      ? [permissionIssue(at, 'use and raw exposure exclude each other: the code needs no secret that signs')]
      : []),
    ...transferHeaders.map((name) =>
      permissionIssue(
        `${at}/${name}`,
        `${use[name]} cannot be signed: it says how the request is transferred`,
      ),
    ),
    ...(kind === 'hmac' && unknownPart !== undefined
      ? [
          permissionIssue(
            `${at}/sign`,
            `{${unknownPart}} is not a part of a request: use ${HMAC_PARTS.map((part) => `{${part}}`).join(', ')}`,
          ),
        ]
      : []),
    ...(kind === 'hmac' && parts.includes('timestamp') && !timestampHeader
      ? [
          permissionIssue(
            `${at}/timestampHeader`,
            'timestampHeader is required, because {timestamp} is signed',
          ),
        ]
      : []),
    ...(unknownKey !== undefined
      ? [
          permissionIssue(
            at,
            `${unknownKey} must be the key of a config definition that is not secret, because it is sent`,
          ),
        ]
      : []),
  ]
}

/** The secret is sent there, so the address is encrypted, and its host is one that people see and consent to. */
function checkTokenUrl({ use }: JsonObject, path: string, declared: readonly string[]): Issue[] {
  if (!isObject(use) || use.kind !== 'oauth-client-credentials' || typeof use.tokenUrl !== 'string') return []
  const host = tokenHostOf(use as SecretUse)
  const url = host === undefined ? undefined : new URL(use.tokenUrl)
  if (!host || url?.protocol !== 'https:' || url.username || url.password || url.hash)
    return [
      permissionIssue(path, 'tokenUrl must be an https: address such as https://auth.example.com/token'),
    ]
  if (declared.some((rule) => isHostCovered(host, rule))) return []
  return [permissionIssue(path, `permissions.network must include ${host}, which tokenUrl names`)]
}

function checkSecret({ key, exposure, reason }: JsonObject, secretPath: string, isKnown: boolean): Issue[] {
  const isUnknown = typeof key === 'string' && key !== '' && !isKnown
  return [
    ...(isUnknown
      ? [
          permissionIssue(
            `${secretPath}/key`,
            `key must name a SECRET or sensitive config definition; ${key} is not one`,
          ),
        ]
      : []),
    ...(exposure === 'raw' && !reason
      ? [
          permissionIssue(
            `${secretPath}/reason`,
            'reason is required for raw exposure: explain why the code needs the secret itself',
          ),
        ]
      : []),
  ]
}

function permissionIssue(path: string, message: string): Issue {
  return { path: `/permissions/${path}`, keyword: 'permission', message }
}

/** Checks the migrations of a document that may be unfinished. See docs/spec/contracts.md §6. */
export function checkMigrations({ migrations, version }: JsonObject): Issue[] {
  const given = objectEntries(migrations)
  const major = typeof version === 'string' && isVersion(version) ? parseMajor(version) : undefined
  return [
    ...repeatedIndexes(given, 'from').map((index) =>
      migrationIssue(index, 'from', 'from must be unique: one migration for each major version'),
    ),
    ...given.flatMap(([{ from, definition }, index]) => [
      ...fromErrors(from, major).map((message) => migrationIssue(index, 'from', message)),
      ...(typeof definition === 'string'
        ? inspectMigration(definition).map((issue) => ({ ...issue, path: `/migrations/${index}/definition` }))
        : []),
    ]),
  ]
}

/** Checks a well-formed `from`; the schema reports a malformed one. */
function fromErrors(from: unknown, major: number | undefined): string[] {
  if (typeof from !== 'string' || !/^\d+$/.test(from)) return []
  if (String(Number(from)) !== from) return [`from must be written as ${Number(from)}`]
  if (major === undefined || Number(from) < major) return []
  return [`from must be earlier than this version’s own major, which is ${major}`]
}

function migrationIssue(index: number, key: string, message: string): Issue {
  return { path: `/migrations/${index}/${key}`, keyword: 'migration', message }
}
