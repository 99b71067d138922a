// Checks the OpenAPI document with the two common linters.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { AWKWARD_SKILLS } from '../../testing/clients/awkward-skills.ts'
import { DEMO_SKILLS } from '../../testing/demo-skills.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const document = buildOpenApiDocument({
  skills: [...DEMO_SKILLS, ...AWKWARD_SKILLS],
  origin: 'https://skills.example.org',
  version: '1.0.0',
})

/** Operations declare all errors under “default”, so none has a 4xx response. */
const NOT_FOLLOWED = { 'operation-4xx-response': 'off' } as const

/** A site has no contact, and summaries suffice as descriptions of operations. */
const NOT_NEEDED = { 'info-contact': 'off', 'operation-description': 'off' } as const

test('Redocly finds no fault in the OpenAPI document', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'], rules: NOT_FOLLOWED }),
  })

  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('Spectral finds no fault in the OpenAPI document', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({
    // The ruleset's type lacks “extends”, which it does not need.
    extends: [[spectralRulesets.oas as unknown as RulesetDefinition, 'recommended']],
    rules: NOT_NEEDED,
  })
  const problems = await spectral.run(document as Record<string, unknown>)

  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
