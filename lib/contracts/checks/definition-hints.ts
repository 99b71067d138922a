/** Hints about a handler's code. They never prevent publishing, because only a run shows what code does. */
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries, textEntries } from '../../kernel/json/json-pointer.ts'
import { isSecretDefinition } from '../document/config-values.ts'
import type { ConfigDefinition } from '../document/skillset-document.ts'
import { freeNames } from '../handler/dangerous-apis.ts'
import { pythonHints } from '../handler/inspect-python.ts'
import { type DefinitionIssue, positionOf, treeOf } from '../handler/syntax-tree.ts'
import { type ConfigUse, listUsedConfig } from '../handler/used-config.ts'
import { importableBy } from '../packages/own-modules.ts'
import { outputRules } from '../results/check-output.ts'

/** Returns the hints in the order of lines. The document may be unfinished. */
export function definitionHints(skill: JsonObject, document: JsonObject): DefinitionIssue[] {
  const { definition } = skill
  if (typeof definition !== 'string' || definition.trim() === '') return []
  const permissions = isObject(document.permissions) ? document.permissions : {}
  const isPython = skill.runtime === 'python'
  return [
    ...(isPython ? pythonHints(definition, importableBy(skill, document)) : messageHints(skill, definition)),
    ...requestHints(
      isPython ? pythonRequest(definition) : scriptRequest(definition),
      permissions,
      document.requiredIntegrationProviders,
    ),
    ...hostHints(definition, permissions),
    ...callHints(definition, permissions),
    ...secretHints(definition, document, permissions),
    ...undeclaredConfig(skill, document).map(({ key, ...position }) =>
      createHint(`config.${key} is not declared: add the key under Config (configDefinitions)`, position),
    ),
  ].toSorted((a, b) => a.line - b.line)
}

/** Only a run shows whether code returns a message, so code that may build it elsewhere gets no hint. */
function messageHints(skill: JsonObject, definition: string): DefinitionIssue[] {
  const { messageRequired } = outputRules(skill as Parameters<typeof outputRules>[0])
  const declaration = positionIn(definition, /\bhandler\b/)
  if (!messageRequired || !declaration || /\bmessage\b|\.\.\.|callSkill|\btools\b/.test(definition)) return []
  const message =
    'the handler must return a text “message” beside its fields, because the response is a JSON Schema. Return one, or write the response as a field map'
  return [createHint(message, declaration)]
}

type Position = { line: number; column: number }

/** Permissions for hosts, secrets and integrations each let some requests out; without any, all are refused. */
function requestHints(
  request: Position | undefined,
  permissions: JsonObject,
  providers: Json | undefined,
): DefinitionIssue[] {
  const isAllowed = [permissions.network, permissions.urlParameters, providers].some(
    (list) => Array.isArray(list) && list.length > 0,
  )
  if (!request || isAllowed) return []
  return [createHint('requests are refused: list the hosts under Permissions (permissions.network)', request)]
}

function scriptRequest(definition: string): Position | undefined {
  const retried = positionIn(definition, /\bfetchWithRetry\s*\(/)
  if (retried) return retried
  // Parsing is slow, so code that cannot match is not parsed.
  if (!/\b(fetch|WebSocket)\b/.test(definition)) return undefined
  const tree = treeOf(definition)
  const node = tree && freeNames(tree).find(({ name }) => name === 'fetch' || name === 'WebSocket')
  return node && positionOf(node)
}

function pythonRequest(definition: string): Position | undefined {
  return positionIn(definition, /\b(?:urllib\.request|urlopen|http\.client|pyfetch|runtime\.fetch)\b/)
}

function hostHints(definition: string, permissions: JsonObject): DefinitionIssue[] {
  const declared = listHosts(permissions)
  return undeclaredHosts(definition, declared).map(({ host, index }) =>
    createHint(`the permissions do not include ${host}`, positionAt(definition, index)),
  )
}

/** Returns the settings that code reads by name and the document does not declare, so that they are always undefined. */
export function undeclaredConfig(skill: JsonObject, document: JsonObject): ConfigUse[] {
  const { definition, runtime } = skill
  if (typeof definition !== 'string') return []
  const declared = new Set(objectEntries(document.configDefinitions).map(([{ key }]) => key))
  return listUsedConfig(definition, runtime === 'python' ? 'python' : 'javascript').filter(
    ({ key }) => !declared.has(key),
  )
}

/** Returns the hosts that code may reach. Those of secrets are declared here, too. */
export function listHosts({ network }: JsonObject): string[] {
  return textEntries(network).map(([host]) => host)
}

function callHints(definition: string, permissions: JsonObject): DefinitionIssue[] {
  return undeclaredSkills(definition, permissions).map(({ name, index }) =>
    createHint(`the permissions do not include the skill ${name}`, positionAt(definition, index)),
  )
}

const NAME = '[a-z0-9_]{1,64}(?:\\.[a-z0-9_]{1,64}){2}'
/** A name that is written into a call or, in Python, an import. */
const CALLS = [
  new RegExp(`\\bcall(?:Skill|_skill)\\(\\s*(?:name\\s*=\\s*)?["'\`](${NAME})["'\`]`, 'g'),
  new RegExp(`^[ \\t]*(?:from|import)\\s+skills\\.(${NAME})\\b`, 'gm'),
]

/** Returns each skill that the code calls by a literal name once, with its first position. */
export function undeclaredSkills(
  definition: string,
  { skills }: JsonObject,
): { name: string; index: number }[] {
  const declared = new Set(textEntries(skills).map(([entry]) => entry.split('@')[0]))
  const found = CALLS.flatMap((pattern) => [...definition.matchAll(pattern)])
  const first = new Map<string, number>()
  for (const { 1: name = '', index } of found.toSorted((a, b) => a.index - b.index))
    if (!declared.has(name) && !first.has(name)) first.set(name, index)
  return [...first].map(([name, index]) => ({ name, index }))
}

/** Returns each host once, with its first position. */
export function undeclaredHosts(
  definition: string,
  rules: readonly string[],
): { host: string; index: number }[] {
  const found = [...definition.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]+)/gi)]
  const hosts = new Map(found.toReversed().map((match) => [match[1]!.toLowerCase(), match.index]))
  return [...hosts]
    .filter(([host]) => !rules.some((rule) => isHostCovered(host, rule)))
    .map(([host, index]) => ({ host, index }))
    .toSorted((a, b) => a.index - b.index)
}

export function isHostCovered(host: string, rule: string): boolean {
  return rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule
}

function secretHints(definition: string, document: JsonObject, permissions: JsonObject): DefinitionIssue[] {
  const named = objectEntries(permissions.secrets).map(([{ key }]) => key)
  return objectEntries(document.configDefinitions).flatMap(([each]) => {
    const { key } = each
    if (typeof key !== 'string' || key === '' || named.includes(key)) return []
    if (!isSecretDefinition(each as ConfigDefinition)) return []
    const use = positionIn(definition, new RegExp(String.raw`(?<![\w$])${RegExp.escape(key)}(?![\w$])`))
    const message = `${key} is a secret: add it under Permissions (permissions.secrets) with the hosts that receive it`
    return use ? [createHint(message, use)] : []
  })
}

function positionIn(definition: string, pattern: RegExp): Position | undefined {
  const match = pattern.exec(definition)
  return match ? positionAt(definition, match.index) : undefined
}

function positionAt(definition: string, index: number): Position {
  const before = definition.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function createHint(message: string, position: Position): DefinitionIssue {
  return { path: '', keyword: 'hint', message, ...position }
}
