// The OpenAPI document by the rules of the two linters that people run on it.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { AWKWARD_SKILLS } from '../testing/clients/awkward-skills.ts'
import { DEMO_SKILLS } from '../testing/demo-skills.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const document = buildOpenApiDocument({
  skills: [...DEMO_SKILLS, ...AWKWARD_SKILLS],
  origin: 'https://skills.example.org',
  version: '1.0.0',
})

/** Every operation refuses under “default”, with the status of the error's code. */
const NOT_FOLLOWED = { 'operation-4xx-response': 'off' } as const

/** A site has no contact of its own, and a summary describes the operation. */
const NOT_NEEDED = { 'info-contact': 'off', 'operation-description': 'off' } as const

test('Redocly finds nothing', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'], rules: NOT_FOLLOWED }),
  })

  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('Spectral finds nothing', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({
    // Its own type leaves out “extends”, which it does not need.
    extends: [[spectralRulesets.oas as unknown as RulesetDefinition, 'recommended']],
    rules: NOT_NEEDED,
  })
  const problems = await spectral.run(document as Record<string, unknown>)

  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
