import { describe, expect, test } from 'vitest'
import { definitionHints } from './definition-hints.ts'

const SECRET = { key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 }

function hintsOf(definition: string, more: Record<string, unknown> = {}, runtime = 'javascript'): string[] {
  const document = JSON.parse(JSON.stringify({ skills: [{ definition, runtime }], ...more }))
  return definitionHints(document.skills[0], document).map(({ line, message }) => `${line}: ${message}`)
}

const handler = (body: string) => `async function handler({ config }) {\n  ${body}\n}\n`

describe('hints on JavaScript', () => {
  test('a request without hosts is named at its line, a local function of that name is not', () => {
    expect(hintsOf(handler('return fetch(parameters.url)'))).toEqual([
      '2: requests are refused: list the hosts under Permissions (permissions.network)',
    ])
    expect(hintsOf(handler('const fetch = () => 1; return fetch()'))).toEqual([])
    expect(
      hintsOf(handler('return fetch(parameters.url)'), { permissions: { network: ['a.example'] } }),
    ).toEqual([])
  })

  test('a host in the code that the permissions do not include is named', () => {
    const code = handler("await fetch('https://api.example.com/a'); return fetch('https://b.example.org')")

    expect(hintsOf(code, { permissions: { network: ['*.example.com'] } })).toEqual([
      '2: the permissions do not include b.example.org',
    ])
    expect(hintsOf(code, { permissions: { network: ['*.example.com', 'b.example.org'] } })).toEqual([])
  })

  test('a host that only a secret names is named too: the code cannot reach it', () => {
    const permissions = { network: ['a.example'], secrets: [{ key: 'api_key', hosts: ['api.example.com'] }] }

    expect(hintsOf(handler("return fetch('https://api.example.com/a')"), { permissions })).toEqual([
      '2: the permissions do not include api.example.com',
    ])
  })

  test('a setting that the code reads is named at its place until it is declared', () => {
    const hint = 'config.city is not declared: add the key under Config (configDefinitions)'
    const configDefinitions = [{ key: 'city', label: 'City', type: 'STRING' }]
    const code = handler('return { message: config.city }')
    const python = 'import runtime\n\ndef main(args):\n    return {"message": runtime.config["city"]}\n'

    expect(hintsOf(code)).toEqual([`2: ${hint}`])
    expect(hintsOf(code, { configDefinitions })).toEqual([])
    expect(hintsOf(python, {}, 'python')).toEqual([`4: ${hint}`])
    expect(hintsOf(python, { configDefinitions }, 'python')).toEqual([])
  })

  test('a skill that the code calls by name is named until it is declared', () => {
    const code = handler(
      "await context.callSkill('acme.mail.send', {}); return context.callSkill(`acme.mail.send`)",
    )
    const hint = 'the permissions do not include the skill acme.mail.send'

    expect(hintsOf(code)).toEqual([`2: ${hint}`])
    expect(hintsOf(code, { permissions: { skills: ['acme.mail.send@^1.0'] } })).toEqual([])
    expect(hintsOf(handler('return context.callSkill(parameters.skill)'))).toEqual([])
    expect(
      hintsOf(
        'from skills.acme.mail.send import main as send\n\ndef main(args):\n    return {}\n',
        {},
        'python',
      ),
    ).toEqual([`1: ${hint}`])
  })

  test('a secret that no request can use is named', () => {
    const secrets = [{ key: 'api_key', hosts: ['a.example'], exposure: 'brokered' }]
    const code = handler('return { message: config.api_key }')

    expect(hintsOf(code, { configDefinitions: [SECRET] })).toEqual([
      expect.stringContaining('2: api_key is a secret'),
    ])
    expect(hintsOf(code, { configDefinitions: [SECRET], permissions: { secrets } })).toEqual([])
    expect(hintsOf(code, { configDefinitions: [{ ...SECRET, type: 'STRING' }] })).toEqual([])
  })
})

describe('a message that a JSON Schema response requires', () => {
  const skill = (definition: string, response: object, runtime = 'javascript') =>
    definitionHints({ definition, response, runtime } as never, {}).map(
      ({ line, message }) => `${line}: ${message}`,
    )
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const without = "// Adds.\nasync function handler() { return { a: 'b' } }"

  test('is named at the handler if the code never returns one', () => {
    expect(skill(without, schema)).toEqual([
      expect.stringMatching(/^2: the handler must return a text “message”/),
    ])
  })

  test.each([
    [
      'the code contains one',
      "async function handler() { return { a: 'b', message: 'Done.' } }",
      schema,
      'javascript',
    ],
    [
      'the code may get one from elsewhere',
      'async function handler() { return { ...made() } }',
      schema,
      'javascript',
    ],
    ['the response is a field map', without, { a: { type: 'string' } }, 'javascript'],
    ['it is Python', 'def main(args):\n    return {}', schema, 'python'],
  ])('is not expected if %s', (_, definition, response, runtime) => {
    expect(skill(definition, response, runtime)).toEqual([])
  })
})

describe('hints on Python', () => {
  const python = (source: string) => hintsOf(source, {}, 'python')

  test('a missing colon is named at its line', () => {
    expect(python('import json\n\ndef main(args)\n    return {}\n')).toEqual([
      '3: this does not look like valid Python',
    ])
  })

  test('modules outside the standard library are named, unless they are tried', () => {
    expect(
      python('import json, numpy as np\nfrom pandas.core import frame\n\ndef main(args):\n    return {}\n'),
    ).toEqual([
      '1: numpy is not available: numpy is not in the dependencies of this SkillSet',
      '2: pandas is not available: pandas is not in the dependencies of this SkillSet',
    ])
    expect(python('try:\n    import numpy\nexcept ImportError:\n    numpy = None\n')).toEqual([])
  })

  test('modules of declared packages and of the skill itself are available', () => {
    const source = 'import yaml, words\nfrom bs4 import BeautifulSoup\nimport dateutil.parser\n'
    const resources = [{ path: 'code/words.py', text: '' }]
    const document = { skills: [{ definition: source, runtime: 'python', resources }] }
    const dependencies = ['PyYAML>=6', 'beautifulsoup4']
    expect(definitionHints(document.skills[0]!, { ...document, dependencies })).toMatchObject([
      { line: 3, keyword: 'dependency', params: { name: 'python-dateutil' } },
    ])
  })

  test('requests without hosts are named', () => {
    expect(python('from urllib.request import urlopen\n\ndef main(args):\n    return {}\n')).toEqual([
      '1: requests are refused: list the hosts under Permissions (permissions.network)',
    ])
  })

  test.each([
    'import runtime\nfrom __future__ import annotations\n',
    'def g():\n    yield\n\nx = 24. * 2\ny = t"{x}"\n',
    'import xml.etree.ElementTree as ET, os.path\n\nmatch 1:\n    case int(): pass\n',
  ])('valid source has none: %j', (source) => {
    expect(python(source)).toEqual([])
  })
})
