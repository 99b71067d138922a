/**
 * The floor plan, as data: which folder may import which.
 *
 * Read from the ground up. A folder sees itself and what its row lists, nothing else; `floors.test.ts`
 * turns each row into a check. A new edge is a decision: change the row in the same commit as the first
 * import that needs it.
 */

const GROUND = ['lib/errors.ts', 'lib/contract']
const SCHEMA = ['lib/errors.ts', 'lib/contract/json', 'lib/contract/schema']
const SERVICE = [...GROUND, 'lib/context.ts', 'lib/db']

export const MAY_IMPORT: Record<string, string[]> = {
  // 0 ground: pure, no I/O, runs in the browser too
  'lib/errors.ts': [],
  'lib/contract/json': ['lib/errors.ts'],
  'lib/contract/schema': ['lib/errors.ts', 'lib/contract/json'],
  'lib/contract/values': [...SCHEMA],
  'lib/contract/definition': ['lib/errors.ts'],
  'lib/contract/version': [],
  'lib/contract/money': [],
  'lib/contract/document': [
    ...SCHEMA,
    'lib/contract/values',
    'lib/contract/definition',
    'lib/contract/version',
    'lib/contract/money',
  ],
  'lib/contract/compat': [...SCHEMA],
  'lib/contract/changes': [
    ...SCHEMA,
    'lib/contract/compat',
    'lib/contract/document',
    'lib/contract/money',
    'lib/contract/version',
  ],
  'lib/contract/lint': [...SCHEMA, 'lib/contract/document'],
  // the vault's words: where something is, what a taken path means, which changes are meant
  'lib/contract/vault': ['lib/errors.ts', 'lib/contract/json', 'lib/contract/market'],
  'lib/contract/plan': [
    ...SCHEMA,
    'lib/contract/values',
    'lib/contract/compat',
    'lib/contract/document',
    'lib/contract/money',
    'lib/contract/version',
    'lib/contract/market',
    'lib/contract/vault',
  ],
  // a text that several write at once
  'lib/contract/editing': ['lib/errors.ts'],
  'lib/contract/market': ['lib/errors.ts', 'lib/contract/json', 'lib/contract/document'],
  // the package's other door: the ground, as programs elsewhere use it
  'lib/sdk': [...GROUND],
  // a skill as files, and files as a skill
  'lib/folders': [...GROUND],
  // 1 storage
  'lib/db': GROUND,
  'lib/files': [...GROUND, 'lib/db'],
  // 2 the box: not even storage
  'lib/sandbox': GROUND,
  // 3 services, by the nouns of the trade
  'lib/context.ts': [...GROUND, 'lib/db/client.ts', 'lib/sandbox/sandbox.ts'],
  'lib/audit': SERVICE,
  'lib/notices': SERVICE,
  'lib/accounts': [...SERVICE, 'lib/audit'],
  'lib/organisations': [...SERVICE, 'lib/audit'],
  'lib/keys': [...SERVICE, 'lib/audit'],
  // one that lives elsewhere is fetched by a job in the box
  'lib/images': [...SERVICE, 'lib/sandbox'],
  'lib/ledger': [...SERVICE, 'lib/audit'],
  // who may ask how often is the accounts' table
  'lib/oauth': [...SERVICE, 'lib/accounts', 'lib/audit'],
  'lib/blobs': [...SERVICE, 'lib/files'],
  'lib/installs': [...SERVICE, 'lib/audit'],
  // which version an organisation runs is for its install to say, on a page as in a run
  'lib/config': [...SERVICE, 'lib/audit', 'lib/installs'],
  // the built-in tools stand in it beside what people publish; a page says what a run would lack
  'lib/catalog': [...SERVICE, 'lib/config/secret-terms.ts', 'lib/installs', 'lib/tools'],
  // an organisation's files; their bytes are kept where blobs are
  'lib/vault': [...SERVICE, 'lib/audit', 'lib/files', 'lib/folders', 'lib/blobs/sample.ts'],
  // what a person has open, shared with the tools they use
  'lib/workspace': [...SERVICE, 'lib/vault'],
  // one registry behind the palette and the tools
  'lib/commands': [...SERVICE, 'lib/installs', 'lib/workspace'],
  // built-in tools: what a skill may ask of Guildhall, and people and agents too
  'lib/tools': [...SERVICE, 'lib/vault', 'lib/workspace', 'lib/commands'],
  // what rests sealed is sealed as config is
  'lib/webhooks': [...SERVICE, 'lib/audit', 'lib/config'],
  // what was agreed to is held against what a page of the catalogue shows now
  'lib/toolsets': [...SERVICE, 'lib/audit', 'lib/catalog', 'lib/installs', 'lib/tools'],
  'lib/execution': [
    ...SERVICE,
    'lib/blobs',
    'lib/config',
    'lib/folders',
    'lib/installs',
    'lib/ledger',
    'lib/sandbox',
    'lib/webhooks',
    'lib/tools',
  ],
  // chains of tools and skills
  'lib/plans': [...SERVICE, 'lib/audit', 'lib/catalog', 'lib/execution', 'lib/tools', 'lib/vault'],
  // what the Skills Protocol says, whichever door it is asked at
  'lib/agents': [...SERVICE, 'lib/blobs', 'lib/catalog', 'lib/execution', 'lib/folders', 'lib/tools'],
  'lib/review': [...SERVICE, 'lib/audit', 'lib/catalog', 'lib/execution', 'lib/installs', 'lib/notices'],
  // what people say of a SkillSet: stars, ratings, reports
  'lib/feedback': [...SERVICE, 'lib/audit', 'lib/notices'],
  // the checklist in the studio is the one that submission asks
  'lib/studio': [...SERVICE, 'lib/audit', 'lib/execution', 'lib/folders', 'lib/review'],
  'lib/health': [...SERVICE, 'lib/sandbox'],
  // 4 adapters
  // what a skill's calls cost and risk is for a quote to say
  'lib/exports': [
    ...GROUND,
    'lib/context.ts',
    'lib/agents',
    'lib/db/skill-names.ts',
    'lib/execution/quote-run.ts',
    'lib/mcp',
  ],
  'lib/mcp': [...SERVICE, 'lib/agents', 'lib/execution', 'lib/protocol', 'lib/toolsets'],
  'lib/session': [...SERVICE, 'lib/accounts', 'lib/sandbox'],
  'lib/protocol': [...GROUND, 'lib/oauth/oauth-refusal.ts'],
}
