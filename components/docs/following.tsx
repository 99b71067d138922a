import { versionsIn } from '#lib/contract/version/choose-version.ts'
import { deprecationWords } from '#lib/contract/version/deprecation-words.ts'
import { whyNotOnRuntime } from '#lib/contract/version/runtime-version.ts'
import { parseRange, rangeWords } from '#lib/contract/version/version-range.ts'
import { Code, DataTable } from './data-table.tsx'
import { Sample, Section, Text } from './section.tsx'

const PUBLISHED = ['1.2.0', '1.2.3', '1.4.1', '2.0.0', '3.0.0']
const TYPED = ['1.2.0', '^1.2.0', '~1.2.0', '1.x', '>=1 <3', 'latest']

const MIGRATION = `function migrate(input, { skill, from, to }) {
  const { who, ...rest } = input
  return { ...rest, name: who }
}`

/** What callers follow, and what becomes of them: the answers are those the code gives. */
export function Following() {
  return (
    <Section id="ranges" title="Ranges, deprecation and migrations">
      <Text>
        <p>
          An installation, a plan or a call names one version or a range. A range runs the best version in it
          that is published and was not taken down, as long as that may do no more than was agreed to: a
          version that may do more waits for a new consent, and what came before it runs on.
        </p>
      </Text>
      <DataTable
        label={`What a range leads to when ${PUBLISHED.join(', ')} are published`}
        columns={['Written', 'Read', 'Runs']}
        rows={TYPED.map((typed) => [<Code key={typed}>{typed}</Code>, wordsFor(typed), leadsTo(typed)])}
      />
      <Text>
        <ul>
          <li>
            A version can be <strong>deprecated</strong> from a day on, with a notice. Everyone whose
            installation runs it is told, and so is every run: “
            {deprecationWords(DEPRECATED, new Date('2026-11-21'))}”
          </li>
          <li>
            <Code>requires</Code> names the versions of Guildhall that a SkillSet runs on. It is looked at
            when a version is submitted, installed and run: “{whyNotOnRuntime('>=2', '1.4.0')}”.
          </li>
          <li>
            A new major may ship a <strong>migration</strong> from each earlier one. A caller who follows{' '}
            <Code>^1.2</Code> then runs 2.x: the input goes through <Code>migrate</Code> in the sandbox, for
            two seconds at most and without settings or network, and what it makes is held to the contract of
            2.x. When 3.x takes only the input of 2.x, the two migrations follow each other, and what the
            first makes is held to 2.x. A migration that fails is INVALID_INPUT, which names the step, and
            nothing ran. Without one the caller stays on the last 1.x.
          </li>
        </ul>
      </Text>
      <Sample label="A migration: sync or async, one for each earlier major">{MIGRATION}</Sample>
    </Section>
  )
}

const DEPRECATED = { number: '1.2.0', notice: 'Use 1.4.1.', at: new Date('2027-01-31') }

function wordsFor(typed: string): string {
  const wanted = parseRange(typed)
  return rangeWords('range' in wanted ? wanted.range : null, typed)
}

function leadsTo(typed: string): string {
  const wanted = parseRange(typed)
  if ('number' in wanted) return wanted.number
  const versions = PUBLISHED.map((number) => ({ id: number, number, state: 'PUBLISHED' as const }))
  return ('range' in wanted && versionsIn(versions, wanted.range)[0]?.number) || 'nothing'
}
