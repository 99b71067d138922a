/**
 * Whether a skill's examples agree with its own contract.
 *
 * Ground, for servers. Source: specification "Contracts" §5: publishing checks that the response schema and the
 * examples agree; "The SkillSet document", examples.
 */
import type { Issue } from '../../errors.ts'
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { checkOutput, outputRules } from '../values/check-output.ts'
import { prepareInput } from '../values/prepare-input.ts'
import { checkConfigValue } from './config-values.ts'
import type { ConfigDefinition } from './skillset-document.ts'

/** Paths start at the skill. A schema that could not be read is not held against its examples. */
export function checkExamples(
  skill: JsonObject,
  document: JsonObject,
  { parameters, response }: { parameters?: JsonSchema; response?: JsonSchema },
): Issue[] {
  const rules = outputRules(skill as Parameters<typeof outputRules>[0])
  return eachObject(skill.examples).flatMap(([{ input, output, config }, index]) => {
    const place = `/examples/${index}`
    const wrongInput = parameters && input !== undefined ? prepareInput(parameters, input).issues : []
    const wrongOutput = response && output !== undefined ? checkOutput(response, output, rules) : []
    return [
      ...wrongInput.map((issue) => at(`${place}/input`, issue, 'does not fit parameters')),
      ...wrongOutput.map((issue) => at(`${place}/output`, issue, 'does not fit response')),
      ...checkConfig(config, document).map((issue) =>
        at(`${place}/config`, issue, 'does not fit configDefinitions'),
      ),
    ]
  })
}

function at(place: string, issue: Issue, what: string): Issue {
  return {
    ...issue,
    path: place + issue.path,
    keyword: 'example',
    message: `this example ${what}: ${issue.message}`,
  }
}

function checkConfig(config: Json | undefined, document: JsonObject): Issue[] {
  if (!isObject(config)) return []
  // Read with care: in a draft a definition may still lack anything but its key.
  const definitions = eachObject(document.configDefinitions).map(
    ([each]) => each as unknown as ConfigDefinition,
  )
  return Object.entries(config).flatMap(([key, value]) => {
    const definition = definitions.find((each) => each.key === key)
    const path = toPointer([key])
    if (!definition) return [{ path, message: `${key} is not among them` }]
    return checkConfigValue(definition, value).map((issue) => ({ ...issue, path }))
  })
}
