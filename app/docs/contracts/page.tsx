import type { Metadata } from 'next'
import { FIELD_MAP, FIELD_MAP_AS_SCHEMA } from '#components/docs/contract-examples.ts'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { Following } from '#components/docs/following.tsx'
import { jsonLines } from '#components/docs/json-lines.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { VERSION_RULES } from '#lib/contract/changes/rules.ts'
import { MAX_VALUE_DEPTH } from '#lib/contract/json/to-json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from '#lib/contract/schema/canonical-schema.ts'
import { COERCION_RULES } from '#lib/contract/values/coercion-rules.ts'
import type { Bump } from '#lib/contract/version/version-number.ts'

export const metadata: Metadata = { title: 'Contracts' }

export default function ContractsPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Contracts"
        description="A skill says what goes in and keeps its word on what comes out. The same contract draws the form, checks the input and verifies the output."
      />

      <Section id="writing" title="Two ways to write a schema">
        <Text>
          <p>
            Parameters and response are <strong>JSON Schema</strong> (2020-12; draft-07 is read too), or a{' '}
            <strong>field map</strong>, which is shorter. A field map is turned into the JSON Schema that says
            the same. It counts as JSON Schema when <Code>$schema</Code>, <Code>$ref</Code> or a string called{' '}
            <Code>type</Code> is at its top level; otherwise as a field map.
          </p>
        </Text>
        <div className="grid gap-4">
          <Sample label="A field map">{jsonLines(FIELD_MAP)}</Sample>
          <Sample label="The same as JSON Schema">{jsonLines(FIELD_MAP_AS_SCHEMA)}</Sample>
        </div>
        <Text>
          <p>
            A field map knows the types string, number, integer, boolean, array and object, and the rules{' '}
            <Code>required</Code>, <Code>default</Code>, <Code>description</Code>, <Code>min</Code>,{' '}
            <Code>max</Code>, <Code>minLength</Code>, <Code>maxLength</Code> and <Code>enum</Code>.
          </p>
          <p>A schema is refused, with the place and the reason, when it</p>
          <ul>
            <li>does not describe an object at its top, or is not valid JSON Schema;</li>
            <li>refers to something outside itself;</li>
            <li>has a default or an example that breaks its own rule;</li>
            <li>
              has a pattern that cannot be run in linear time (patterns run in RE2, which has no lookahead,
              lookbehind or backreferences);
            </li>
            <li>
              is larger than {MAX_SCHEMA_BYTES / 1024} KiB or nested deeper than {MAX_SCHEMA_DEPTH} levels.
            </li>
          </ul>
          <p>
            Which dialects are read and which formats are checked is described under{' '}
            <Link href={paths.docsSchemas}>Schemas</Link>; what makes a contract easy to use, under{' '}
            <Link href={paths.docsLint}>Lint</Link>.
          </p>
        </Text>
      </Section>

      <Section id="order" title="What happens on every call">
        <Text>
          <ol>
            <li>The skill and its version are looked up, and whether you may run it.</li>
            <li>
              A <strong>migration</strong> turns the input of a caller who follows an earlier major version.
            </li>
            <li>
              <strong>Defaults</strong> fill what was left out, in nested objects too. Only what is absent is
              filled: <Code>null</Code> is a value.
            </li>
            <li>
              <strong>Coercion</strong> converts values of the wrong type where nothing is lost.
            </li>
            <li>
              <strong>Validation</strong> says everything that is wrong at once. Only when nothing is does the
              handler run.
            </li>
            <li>The handler runs in its sandbox.</li>
            <li>
              The <strong>output</strong> is checked against the response, and delivered or withheld.
            </li>
          </ol>
          <p>
            A call that fails before the handler has executed nothing. Inputs nested deeper than{' '}
            {MAX_VALUE_DEPTH} levels are refused.
          </p>
        </Text>
      </Section>

      <Section id="coercion" title="Coercion: only what loses nothing">
        <Text>
          <p>
            A value that already fits is never touched. Each conversion is reported with the run: where, what
            was sent and what the skill received. Nested objects, lists and the chosen branch of a{' '}
            <Code>oneOf</Code> or <Code>anyOf</Code> are reached as well.
          </p>
        </Text>
        <DataTable
          label="Coercion"
          columns={['Sent', 'Declared', 'Result', 'For example']}
          rows={COERCION_RULES.map(({ sent, declared, result, examples }) => [
            <span key="sent" className="inline-block min-w-36 whitespace-normal">
              {sent}
            </span>,
            declared,
            result,
            <span key="examples" className="inline-grid justify-items-start gap-1">
              {examples.slice(0, MOST_EXAMPLES).map((example) => (
                <CoercionExample key={JSON.stringify(example)} {...example} />
              ))}
            </span>,
          ])}
        />
      </Section>

      <Section id="output" title="Output">
        <Text>
          <p>
            An output is never coerced: it is the publisher’s promise. A JavaScript handler whose response is
            written as JSON Schema returns an object with a text called <Code>message</Code>; with a field map
            it is optional. Where a response does not declare <Code>message</Code>, a text of that name is
            always allowed.
          </p>
          <p>
            In the studio a broken promise is a <strong>warning</strong>: the value is shown, and what it
            breaks. Of a published version the result is <strong>withheld</strong>: the run ends as{' '}
            <Code>OUTPUT_CONTRACT_VIOLATION</Code>, the caller sees which promise was broken, and the
            publisher gets the full detail.
          </p>
          <p>
            If the response declares <Code>status</Code> with nothing but the values <Code>success</Code>,{' '}
            <Code>partial_success</Code> and <Code>failed</Code>, it decides how the run ends. A partial
            success lists what went wrong in <Code>errors</Code>. Otherwise <Code>status</Code> is ordinary
            data.
          </p>
        </Text>
      </Section>

      <Section id="versions" title="Versions: how big is a change?">
        <Text>
          <p>
            Numbers are <Code>MAJOR.MINOR.PATCH</Code>. The number of a new version must be at least the step
            that its changes demand, and the checklist says which and why. What decides is what the two
            schemas accept: an input that accepts less, or an output that promises less, breaks callers.
          </p>
        </Text>
        <DataTable
          label="The step a change of a schema demands"
          columns={['Change', 'In the input', 'In the output']}
          rows={VERSION_RULES.filter(({ whole }) => !whole).map(({ id, change, input, output, warning }) => [
            <span key={id} className="inline-block min-w-48 whitespace-normal">
              {change}
            </span>,
            <Step key="input" step={input} warning={warning?.input} />,
            <Step key="output" step={output} warning={warning?.output} />,
          ])}
        />
        <DataTable
          label="The step any other change demands"
          columns={['Change', 'Step']}
          rows={VERSION_RULES.filter(({ whole }) => whole).map(({ id, change, whole, consent }) => [
            <span key={id} className="inline-block min-w-48 whitespace-normal">
              {change}
            </span>,
            <Step key="step" step={whole} warning={consent && 'users are asked again for their consent'} />,
          ])}
        />
        <Text>
          <p>
            A published version is never edited, and a number is never used twice, not even after a rejection
            or when a version was taken down.
          </p>
        </Text>
      </Section>

      <Following />
    </Page>
  )
}

// One of each kind is enough to see what a row means.
const MOST_EXAMPLES = 3

function CoercionExample({ sent, declared, gets }: (typeof COERCION_RULES)[number]['examples'][number]) {
  return (
    <span className="whitespace-nowrap">
      <Code>{JSON.stringify(sent)}</Code>
      {gets === undefined ? (
        <span className="text-muted-foreground"> for {declared}</span>
      ) : (
        <>
          {' → '}
          <Code>{JSON.stringify(gets)}</Code>
        </>
      )}
    </span>
  )
}

function Step({ step = 'none', warning }: { step?: Bump; warning?: string }) {
  return (
    <span className="inline-grid gap-0.5">
      {step.toUpperCase()}
      {warning && <span className="min-w-32 text-muted-foreground text-xs">{warning}</span>}
    </span>
  )
}
