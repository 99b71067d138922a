/** Examples are public, so the values of secrets that they need are test settings of the draft instead. */
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries, toPointer } from '../../kernel/json/json-pointer.ts'
import { isSecretDefinition } from '../document/config-values.ts'
import { readConfigDefinitions } from '../document/read-draft.ts'
import { skillEntries } from '../document/skill-entries.ts'
import type { SkillSetDocument } from '../document/skillset-document.ts'

/** Accepts unfinished documents. Each issue's `path` is the value. */
export function exampleSecretIssues(document: Json): Issue[] {
  const secrets = readConfigDefinitions(document).filter(isSecretDefinition)
  return skillEntries(document).flatMap(([{ examples }, skill]) =>
    objectEntries(examples).flatMap(([{ config }, example]) =>
      secrets
        .filter(({ key }) => isObject(config) && Object.hasOwn(config, key))
        .map(({ key, label }) => ({
          path: toPointer(['skills', skill, 'examples', example, 'config', key]),
          keyword: 'example-secret',
          message: `an example must not contain a value for the secret ${label}, because examples are public: remove it, and enter it under Test settings`,
          params: { label },
        })),
    ),
  )
}

/** Removes values of secrets, which versions of earlier releases may contain. */
export function withoutExampleSecrets(document: SkillSetDocument): SkillSetDocument {
  const secrets = (document.configDefinitions ?? []).filter(isSecretDefinition).map(({ key }) => key)
  if (exampleSecretIssues(document as Json).length === 0) return document
  const clean = (config: JsonObject) =>
    Object.fromEntries(Object.entries(config).filter(([key]) => !secrets.includes(key)))
  const skills = document.skills.map((skill) => ({
    ...skill,
    ...(skill.examples && {
      examples: skill.examples.map((example) =>
        example.config ? { ...example, config: clean(example.config) } : example,
      ),
    }),
  }))
  return { ...document, skills }
}
