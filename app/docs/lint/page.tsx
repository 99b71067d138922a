import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { jsonLines } from '#components/docs/json-lines.ts'
import { CARELESS, MENDED, SAID } from '#components/docs/lint-example.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { CANONICAL_NAMES } from '#lib/contract/lint/canonical-names.ts'
import { LINT_RULES } from '#lib/contract/lint/rules.ts'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Lint' }

export default function LintPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Lint"
        description="Advice that makes a contract easier to use, for people and for agents. None of it blocks publishing."
      />

      <Section id="where" title="Where you see it">
        <Text>
          <ul>
            <li>
              In the <strong>studio</strong>, while you write: a page per skill, a folded line in each
              section, and a note beside the field itself. One press follows the advice and shows beforehand
              what it changes; Undo takes it back. What you hide stays hidden for that draft, in that browser.
            </li>
            <li>
              In <strong>review</strong>, folded, for whoever reads the submission.
            </li>
            <li>
              On the <strong>command line</strong>, with <Code>contract lint</Code>; see{' '}
              <Link href={`${paths.docsCommands}#contract-lint`}>Command line</Link>.
            </li>
          </ul>
          <p>
            A fix is offered only where nothing has to be guessed: it refuses no example and no default of
            yours, and a renamed field is renamed in the schema, in <Code>required</Code>, in defaults,
            examples, buttons and in the code that reads it. Where the code would have to change in a way that
            its text does not tell, there is no fix, and the advice says so.
          </p>
        </Text>
      </Section>

      <Section id="example" title="An example">
        <Sample label="Parameters, written in a hurry">{jsonLines(CARELESS)}</Sample>
        <DataTable
          label="Advice on the example"
          columns={['Rule', 'What is said', 'Fix']}
          rows={SAID.map(({ rule, sentence, fix }) => [
            <Code key="rule">{rule}</Code>,
            sentence,
            fix ?? <span className="text-muted-foreground">for you to judge</span>,
          ])}
        />
        <Sample label="The same after “Apply all”">{jsonLines(MENDED)}</Sample>
      </Section>

      <Section id="rules" title="The rules">
        <dl className="grid gap-6">
          {LINT_RULES.map(({ id, title, why, source }) => (
            <div key={id} id={id} className="grid scroll-mt-20 gap-1">
              <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="font-medium">{title}</span>
                <Code>{id}</Code>
              </dt>
              <dd className="grid gap-0.5 text-pretty">
                {why}
                <span className="text-muted-foreground text-sm">{source}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section id="names" title="Names that all skills share">
        <Text>
          <p>
            {CANONICAL_NAMES.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <Code>{name}</Code>
              </span>
            ))}
            . A <Code>pattern</Code> only stands beside a <Code>mode</Code> that says of which kind it is.
            Instants are written in one way in the whole skill, best as epoch milliseconds with a name such as{' '}
            <Code>mtimeMs</Code>.
          </p>
        </Text>
      </Section>
    </Page>
  )
}
