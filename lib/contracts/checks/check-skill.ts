import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { listTypes, propertyDeclarations } from '../../json-schema/tree/schema-tree.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { objectEntries, pointerKeys, textEntries, toPointer } from '../../kernel/json/json-pointer.ts'
import { parseAmount } from '../../kernel/money.ts'
import { checkConfigValue, isSecretDefinition } from '../document/config-values.ts'
import { findSkillLimits, laneOf } from '../document/skill-limits.ts'
import type { ConfigDefinition } from '../document/skillset-document.ts'
import { assertionError } from '../examples/assertions.ts'
import type { ExampleAssertion } from '../examples/example-assertion.ts'
import { inspectDefinition, inspectOwnModule } from '../handler/inspect-definition.ts'
import { importableBy } from '../packages/own-modules.ts'
import { checkOutput, outputRules } from '../results/check-output.ts'
import { checkResources, hiddenIssues } from './check-resources.ts'

/** Checks one skill. `skillPointer` is its place in the document, and begins the path of each issue. */
export function checkSkill(skill: JsonObject, skillPointer: string, document: JsonObject): Issue[] {
  const issues = skill.kind === 'instruction' ? checkInstruction(skill) : checkAction(skill, document)
  return [...issues, ...checkLimits(skill), ...checkTags(skill), ...checkResources(skill)].map((issue) => ({
    ...issue,
    path: skillPointer + issue.path,
  }))
}

function checkTags({ tags }: JsonObject): Issue[] {
  return textEntries(tags).flatMap(([tag, index]) =>
    hiddenIssues(tag, 'a tag').map((message) => ({ path: `/tags/${index}`, keyword: 'hidden', message })),
  )
}

const ONLY_ACTIONS = ['definition', 'parameters', 'response', 'stream', 'examples', 'dryRun']
const ONLY_PRICES_OF_RUNS = ['perItem', 'dryRunAmount']

function checkInstruction(skill: JsonObject): Issue[] {
  const extra = ONLY_ACTIONS.filter((key) => Object.hasOwn(skill, key))
  const isEmpty = typeof skill.body !== 'string' || skill.body.trim() === ''
  return [
    ...(isEmpty
      ? [{ path: '/body', keyword: 'body', message: 'body is required: it contains the instructions' }]
      : []),
    ...extra.map((key) => ({
      path: `/${key}`,
      keyword: 'kind',
      message: `${key} is not allowed in an instruction skill`,
    })),
    ...ONLY_PRICES_OF_RUNS.filter((key) => isObject(skill.pricing) && Object.hasOwn(skill.pricing, key)).map(
      (key) => ({
        path: `/pricing/${key}`,
        keyword: 'kind',
        message: `${key} is not allowed in an instruction skill: its price is paid once`,
      }),
    ),
  ]
}

function checkAction(skill: JsonObject, document: JsonObject): Issue[] {
  const { definition, runtime, body } = skill
  const source = typeof definition === 'string' ? definition : ''
  const language = runtime === 'python' ? 'python' : 'javascript'
  const parameters = checkSchema(skill, 'parameters')
  const response = checkSchema(skill, 'response')
  const stream = skill.stream === undefined ? [] : checkSchema(skill, 'stream').issues
  return [
    ...(body === undefined
      ? []
      : [{ path: '/body', keyword: 'kind', message: 'body is only allowed in an instruction skill' }]),
    ...inspectDefinition(source, language, importableBy(skill, document)).map((issue) => ({
      ...issue,
      path: '/definition',
    })),
    ...(language === 'javascript' ? checkOwnModules(skill, document) : []),
    ...parameters.issues,
    ...response.issues,
    ...stream,
    ...(response.schema ? checkMessage(skill, response.schema) : []),
    ...checkDryRunPrice(skill),
    ...checkItemPrice(skill, response.schema),
    ...checkExamples(skill, document, { parameters: parameters.schema, response: response.schema }),
  ]
}

function checkOwnModules(skill: JsonObject, document: JsonObject): Issue[] {
  const importable = importableBy(skill, document)
  return objectEntries(skill.resources).flatMap(([{ path, text }, index]) =>
    typeof path === 'string' && typeof text === 'string' && importable.modules.includes(path)
      ? inspectOwnModule(text, importable).map((issue) => ({
          ...issue,
          path: `/resources/${index}/text`,
          message: `${path}, line ${issue.line}: ${issue.message}`,
        }))
      : [],
  )
}

function checkSchema(
  skill: JsonObject,
  key: 'parameters' | 'response' | 'stream',
): { schema?: JsonSchema; issues: Issue[] } {
  const { schema, issues } = canonicalSchema(skill[key])
  const summary = `${key} must be valid JSON schema`
  return {
    schema,
    issues: issues.map((issue) => ({
      ...issue,
      path: `/${key}${issue.path}`,
      message: `${summary}: ${issue.message}`,
    })),
  }
}

/** A response must allow the text `message`, which JavaScript handlers return (docs/spec/contracts.md §5). */
function checkMessage(skill: JsonObject, response: JsonSchema): Issue[] {
  const { messageRequired } = outputRules(skill as Parameters<typeof outputRules>[0])
  const declared = messageRequired
    ? propertyDeclarations(response, response, 'message').flatMap(listTypes)
    : []
  if (declared.length === 0 || declared.includes('string')) return []
  const message = 'response must allow a string message, which JavaScript handlers return'
  return [{ path: '/response/properties/message', keyword: 'message', message }]
}

function checkDryRunPrice({ pricing, dryRun }: JsonObject): Issue[] {
  if (!isObject(pricing)) return []
  const [price, dryRunPrice] = [parseAmount(pricing.amount), parseAmount(pricing.dryRunAmount)]
  if (dryRunPrice === null) return []
  const issue = (message: string) => [{ path: '/pricing/dryRunAmount', keyword: 'dryRun', message }]
  if (dryRun !== 'supported') return issue('dryRunAmount requires "dryRun": "supported"')
  const isMore = price !== null && dryRunPrice > price
  return isMore ? issue('dryRunAmount can be at most the amount of a run') : []
}

/** A price per item needs a declared list in the output, and cannot exceed the price of the run. */
function checkItemPrice({ pricing }: JsonObject, response: JsonSchema | undefined): Issue[] {
  if (!isObject(pricing) || !isObject(pricing.perItem)) return []
  const { amount, list } = pricing.perItem
  const issue = (key: string, message: string) => ({
    path: `/pricing/perItem/${key}`,
    keyword: 'perItem',
    message,
  })
  const [price, itemPrice] = [parseAmount(pricing.amount), parseAmount(amount)]
  const issues: Issue[] = []
  if (itemPrice === 0n) issues.push(issue('amount', 'amount must be more than 0'))
  if (price !== null && itemPrice !== null && itemPrice > price)
    issues.push(issue('amount', 'amount can be at most the amount of a run'))
  if (response && typeof list === 'string' && !isDeclaredList(response, list))
    issues.push(issue('list', `${list} is not a list that response declares`))
  return issues
}

function isDeclaredList(response: JsonSchema, pointer: string): boolean {
  let parts: JsonSchema[] = [response]
  for (const key of pointerKeys(pointer))
    parts = parts.flatMap((part) => propertyDeclarations(response, part, key))
  const types = parts.flatMap(listTypes)
  return types.length > 0 && types.every((type) => type === 'array')
}

function checkLimits({ limits, runtime }: JsonObject): Issue[] {
  if (!isObject(limits)) return []
  const limitsOfRuntime = findSkillLimits(runtime === 'python' ? 'python' : 'javascript', laneOf({ limits }))
  return Object.entries(limitsOfRuntime).flatMap(([key, limit]) => {
    const value = limits[key]
    if (typeof value !== 'number' || value <= limit) return []
    return [{ path: `/limits/${key}`, keyword: 'limit', message: `${key} can be at most ${limit}` }]
  })
}

/** Checks that examples satisfy the contract and the settings. See docs/spec/contracts.md §5. */
function checkExamples(
  skill: JsonObject,
  document: JsonObject,
  { parameters, response }: { parameters?: JsonSchema; response?: JsonSchema },
): Issue[] {
  const rules = outputRules(skill as Parameters<typeof outputRules>[0])
  return objectEntries(skill.examples).flatMap(([{ input, output, config, assertions }, index]) => {
    const examplePath = `/examples/${index}`
    const wrongInput = parameters && input !== undefined ? prepareInput(parameters, input).issues : []
    const wrongOutput = response && output !== undefined ? checkOutput(response, output, rules) : []
    return [
      ...wrongInput.map((issue) => exampleIssue(`${examplePath}/input`, issue, 'does not match parameters')),
      ...wrongOutput.map((issue) => exampleIssue(`${examplePath}/output`, issue, 'does not match response')),
      ...checkConfig(config, document).map((issue) =>
        exampleIssue(`${examplePath}/config`, issue, 'does not match configDefinitions'),
      ),
      ...checkAssertions(assertions, examplePath),
    ]
  })
}

/** Malformed ones are found by the schema of documents. */
function checkAssertions(assertions: Json | undefined, examplePath: string): Issue[] {
  return objectEntries(assertions).flatMap(([assertion, index]) => {
    const isWhole = isObject(assertion.schema) || typeof assertion.pattern === 'string'
    const message = isWhole ? assertionError(assertion as ExampleAssertion) : undefined
    return message ? [{ path: `${examplePath}/assertions/${index}`, keyword: 'example', message }] : []
  })
}

function exampleIssue(path: string, issue: Issue, problem: string): Issue {
  return {
    ...issue,
    path: path + issue.path,
    keyword: 'example',
    message: `this example ${problem}: ${issue.message}`,
  }
}

function checkConfig(config: Json | undefined, document: JsonObject): Issue[] {
  if (!isObject(config)) return []
  // A draft's definition may lack everything but its key.
  const definitions = objectEntries(document.configDefinitions).map(([each]) => each as ConfigDefinition)
  return Object.entries(config).flatMap(([key, value]) => {
    const definition = definitions.find((each) => each.key === key)
    const path = toPointer([key])
    if (!definition) return [{ path, message: `${key} is not a configuration key` }]
    // Secrets are refused altogether: `exampleSecretIssues`.
    const issues = isSecretDefinition(definition) ? [] : checkConfigValue(definition, value)
    return issues.slice(0, 1).map((issue) => ({ ...issue, path }))
  })
}
