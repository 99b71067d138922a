import { expect, test } from 'vitest'
import {
  type BehaviourLine,
  type BehaviourProfile,
  compareProfiles,
  EMPTY_PROFILE,
  listToAcknowledge,
  MAX_PROFILE_LINES,
  mergeProfiles,
  OTHER,
} from './behaviour-profile.ts'
import { describeBehaviour } from './describe-behaviour.ts'
import { showBehaviour } from './shown-behaviour.ts'
import { findUnusedPermissions, narrowPermissions } from './unused-permissions.ts'

const makeLine = (changes: Partial<BehaviourLine> = {}): BehaviourLine => ({
  ...{ skill: 'greet', kind: 'request', object: 'GET api.example/v1', runs: 1, calls: 1 },
  ...{ sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, statuses: {} },
  ...changes,
})
const makeProfile = (...lines: BehaviourLine[]): BehaviourProfile => ({ ...EMPTY_PROFILE, runs: 1, lines })

test('merged profiles add counts and keep the largest request', () => {
  const first = makeLine({ calls: 2, sentBytes: 30, maxSentBytes: 20, statuses: { '2xx': 1, refused: 1 } })
  const second = makeLine({ calls: 1, sentBytes: 5, maxSentBytes: 5, statuses: { '2xx': 1 } })
  expect(mergeProfiles(makeProfile(first), makeProfile(second))).toMatchObject({
    runs: 2,
    lines: [{ runs: 2, calls: 3, sentBytes: 35, maxSentBytes: 20, statuses: { '2xx': 2, refused: 1 } }],
  })
})

test('a profile is bounded, and what goes beyond is counted together', () => {
  const many = Array.from({ length: MAX_PROFILE_LINES + 50 }, (_, index) =>
    makeLine({ object: `GET h/${index}` }),
  )
  const { lines } = mergeProfiles(EMPTY_PROFILE, makeProfile(...many))
  expect(lines).toHaveLength(MAX_PROFILE_LINES + 1)
  expect(lines.at(-1)).toMatchObject({ object: OTHER, calls: 50 })
})

test('a difference names what is new, what is gone, and requests that have become much larger', () => {
  const before = makeProfile(makeLine({ maxSentBytes: 100 }), makeLine({ object: 'GET api.example/old' }))
  const after = makeProfile(makeLine({ maxSentBytes: 5_000 }), makeLine({ object: 'POST api.example/new' }))
  const difference = compareProfiles(before, after)
  expect(difference).toMatchObject({
    added: [{ object: 'POST api.example/new' }],
    removed: [{ object: 'GET api.example/old' }],
    grown: [{ before: 100, line: { maxSentBytes: 5_000 } }],
  })
  expect(listToAcknowledge(difference)).toEqual([
    'greet request POST api.example/new',
    'greet request GET api.example/v1 grown to 5000 bytes',
  ])
})

test('a request that is a little larger is no difference', () => {
  const before = makeProfile(makeLine({ maxSentBytes: 1_000 }))
  const after = makeProfile(makeLine({ maxSentBytes: 2_000 }))
  expect(compareProfiles(before, after)).toEqual({ added: [], removed: [], grown: [] })
})

// biome-ignore format: table
test.each([
  [{ kind: 'request', object: 'POST api.example/v1/{input}' },   'Sends POST requests to api.example/v1/{input}.'],
  [{ kind: 'request', object: 'GET {address}/…' },                 'Sends GET requests to an address that the caller enters.'],
  [{ kind: 'query', object: 'GET api.example/v1 ?page' },        'Sends the query parameter “page” with GET requests to api.example/v1.'],
  [{ kind: 'header', object: 'GET api.example/v1 #x-trace' },    'Sends the header “x-trace” with GET requests to api.example/v1.'],
  [{ kind: 'secret', object: 'token → api.example' },            'Sends the secret “token” to api.example.'],
  [{ kind: 'refused', object: 'evil.example' },                  'Tries to reach evil.example, which it does not declare. The request is refused.'],
  [{ kind: 'vault_read', object: 'notes/**' },                   'Reads vault files in notes/**.'],
  [{ kind: 'vault_write', object: '**' },                        'Changes vault files.'],
  [{ kind: 'tool', object: 'vault.readFile' },                   'Calls the tool vault.readFile.'],
] as const)('behaviour is told in a sentence: %j', (line, sentence) => {
  expect(describeBehaviour(makeLine(line))).toBe(sentence)
})

test('what is declared and was not used can be left out, but for secrets that the code reads itself', () => {
  const permissions = {
    network: ['api.example', '*.cdn.example'],
    secrets: [
      { key: 'token', hosts: ['api.example'] },
      { key: 'raw', hosts: ['api.example'], exposure: 'raw' as const },
    ],
    vault: ['read:notes/**', 'write:notes/**'],
    skills: ['acme.mail.send@^1'],
  }
  const profile = makeProfile(makeLine(), makeLine({ kind: 'vault_read', object: 'notes/**' }))
  const unused = findUnusedPermissions(permissions, profile)
  expect(unused.map(({ value }) => value)).toEqual([
    '*.cdn.example',
    'token',
    'write:notes/**',
    'acme.mail.send@^1',
  ])
  expect(narrowPermissions(permissions, unused)).toEqual({
    network: ['api.example'],
    secrets: [{ key: 'raw', hosts: ['api.example'], exposure: 'raw' }],
    vault: ['read:notes/**'],
  })
  expect(findUnusedPermissions(permissions, EMPTY_PROFILE)).toEqual([])
})

test('the page of a skill tells its own lines, and where they were seen', () => {
  const examples = makeProfile(makeLine(), makeLine({ skill: 'other', object: 'GET api.example/other' }))
  const production = [makeLine({ object: 'GET api.example/more' })]
  const shown = showBehaviour({ examples, production }, { skill: 'greet', permissions: {} })
  expect(shown).toEqual({
    wasObserved: true,
    rows: [
      { sentence: 'Sends GET requests to api.example/v1.', inExamples: true, inProduction: false },
      { sentence: 'Sends GET requests to api.example/more.', inExamples: false, inProduction: true },
    ],
    unused: [],
  })
})
