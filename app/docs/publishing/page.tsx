import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { FieldRules } from '#components/docs/field-rules.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { checklist } from '#lib/contract/document/checklist.ts'
import { SKILL_LIMITS } from '#lib/contract/document/skill-limits.ts'
import { SKILLSET_SCHEMA } from '#lib/contract/document/skillset-schema.ts'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { MOVES, STATE_LABELS } from '#lib/contract/version/version-moves.ts'

export const metadata: Metadata = { title: 'Publishing' }

const HANDLER = `
async function handler({ config, parameters, context }) {
  const { city } = parameters
  console.log('asked for', city)
  return { message: \`Weather in \${city}: sunny\`, temperature: 22 }
}
`

const part = (pointer: string) => valueAt(SKILLSET_SCHEMA, pointer) as JsonSchema
const { javascript } = SKILL_LIMITS

export default function PublishingPage() {
  return (
    <Page width="reading">
      <PageHeader title="Publishing" description="From an empty editor to a skill that others run." />

      <Section id="steps" title="In five steps">
        <Text>
          <ol>
            <li>
              <strong>Claim a handle</strong> under <Link href={paths.publish}>Publish</Link>. It is the first
              part of the name of everything you offer: <Code>handle.skillset.skill</Code>.
            </li>
            <li>
              <strong>Write a SkillSet</strong> in the studio, or upload one as JSON. What you type is saved
              as you go, finished or not.
            </li>
            <li>
              <strong>Try it</strong>: each skill runs from the studio in the same sandbox that users get,
              with warnings where its result breaks its contract.
            </li>
            <li>
              <strong>Submit</strong> once the checklist is green. Your examples are run, and a snapshot is
              frozen for review.
            </li>
            <li>
              <strong>Review</strong>: an admin reads what changed and approves, asks for changes, or rejects
              with a reason. You get a notice, and see your place in the queue. Private SkillSets skip the
              review, not the checks.
            </li>
          </ol>
        </Text>
      </Section>

      <Section id="handler" title="The handler">
        <Text>
          <p>
            A skill’s code is one asynchronous function, <Code>handler</Code>, in JavaScript or TypeScript. It
            gets the checked parameters, the configuration of the organisation that runs it, and a context; it
            returns an object that matches the response schema.
          </p>
        </Text>
        <Sample label="A definition">{HANDLER}</Sample>
        <Text>
          <ul>
            <li>
              <Code>const handler = async (input) =&gt; …</Code> and <Code>export default async …</Code> are
              understood too.
            </li>
            <li>
              TypeScript’s types are removed, not compiled: no enums, namespaces or parameter properties.
              Import types with <Code>import type</Code>.
            </li>
            <li>
              <Code>eval</Code>, <Code>Function</Code>, <Code>require</Code> and <Code>import</Code> are
              refused. This is read from the syntax tree, so comments and texts may say what they like.
            </li>
            <li>
              What the web platform offers is there: URL, TextEncoder, crypto, Intl, timers, structuredClone.
              There is no file system and no process. <Code>fetch</Code> reaches the hosts that the SkillSet
              declares and no others; a secret is put into a request on the way, for its own hosts only.
            </li>
            <li>
              A run may take {javascript.timeoutMs / 1000} seconds, {javascript.cpuMs / 1000} second of
              processor time and {javascript.memoryMb} MB; Python has more. All limits are in{' '}
              <Link href={`${paths.docsHandler}#limits`}>one table</Link>. What it writes to the console is
              kept with the run.
            </li>
            <li>
              Throw an error to fail. An object with <Code>code</Code>, <Code>message</Code> and{' '}
              <Code>recoverable</Code> says it better; see <Link href={paths.docsErrors}>Errors</Link>.
            </li>
          </ul>
          <p>
            The context also lets it call other skills and tools, and store what is too big for JSON:{' '}
            <Link href={paths.docsHandler}>Handler API</Link>.
          </p>
          <p>
            A Python skill has a function <Code>main(args)</Code>, which may be async, and the standard
            library. <Code>import runtime</Code> gives it <Code>config</Code>, <Code>context</Code>,{' '}
            <Code>progress()</Code>, <Code>log()</Code> and <Code>secrets.get()</Code>; hosts are reached with{' '}
            <Code>pyodide.http.pyfetch</Code>. A price is for one run, and is paid only when the output keeps
            the contract; a dry run (<Code>dry_run</Code>) is free, so check <Code>context.dryRun</Code>.
          </p>
        </Text>
      </Section>

      <Section id="checklist" title="The checklist">
        <Text>
          <p>
            Publishing is refused while one of these lines is red. Each red line links to the field to fix.
          </p>
          <ul>
            {checklist({}).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </Text>
      </Section>

      <Section id="document" title="The document">
        <Text>
          <p>
            The studio edits one JSON document; you can download it and upload it again, and nothing changes
            on the way. Unknown keys are refused by name. Its schema is at{' '}
            <a href={paths.skillSetSchema}>{paths.skillSetSchema}</a>: an editor that knows JSON Schema will
            check while you type.
          </p>
        </Text>
        <h3 className="font-medium">SkillSet</h3>
        <FieldRules label="Fields of a SkillSet" schema={SKILLSET_SCHEMA} />
        <h3 className="font-medium">Skill</h3>
        <FieldRules label="Fields of a skill" schema={part('/properties/skills/items')} />
        <h3 className="font-medium">Configuration</h3>
        <FieldRules
          label="Fields of a config definition"
          schema={part('/properties/configDefinitions/items')}
        />
        <Text>
          <p>
            Optional configuration needs a default, and choices need options. <Code>validation</Code> is{' '}
            <Code>url</Code>, <Code>email</Code>, <Code>uuid</Code>, <Code>int</Code> or a regular expression.
            A secret cannot have a default: everybody could read it in the document.
          </p>
        </Text>
      </Section>

      <Section id="life" title="The life of a version">
        <DataTable
          label="Moves of a version"
          columns={['Move', 'From', 'To', 'By']}
          rows={Object.entries(MOVES).map(([name, { from, to, by }]) => [
            name.replaceAll('_', ' '),
            from.map((state) => STATE_LABELS[state]).join(', '),
            STATE_LABELS[to],
            by === 'either' ? 'publisher or admin' : by,
          ])}
        />
        <Text>
          <p>
            Which number a new version needs is explained under{' '}
            <Link href={`${paths.docsContracts}#versions`}>Versions</Link>; what callers follow, and how a new
            major takes their input, under{' '}
            <Link href={`${paths.docsContracts}#ranges`}>Ranges, deprecation and migrations</Link>.
          </p>
        </Text>
      </Section>
    </Page>
  )
}
