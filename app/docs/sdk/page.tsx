import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { readExample } from '#components/docs/read-example.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { ERRORS, type ErrorCode } from '#lib/errors.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

export const metadata: Metadata = { title: 'SDK' }

// Where the tests' Guildhall would be.
const EXAMPLE_ORIGIN = 'http://localhost:3000'

export default async function SdkPage() {
  const origin = publicOrigin(await headers())
  return (
    <Page width="reading">
      <PageHeader
        title="SDK"
        description="Write a SkillSet in TypeScript, test it locally, publish it, and call other people’s skills. Typed, for Node and the browser."
      />

      <Section id="define" title="Define a SkillSet">
        <Text>
          <p>
            The entry is <Code>guildhall/sdk</Code>: one module that needs no other, for Node ≥ 20.19 and for
            browsers. Each capability has an input schema and an output schema, as a{' '}
            <Link href={`${paths.docsContracts}#writing`}>field map or as JSON Schema</Link>. What{' '}
            <Code>input</Code> is, the compiler reads from the schema: here <Code>input.limit</Code> is a
            number and always there, because it has a default.
          </p>
        </Text>
        <Sample label="research.ts">{readExample('research')}</Sample>
      </Section>

      <Section id="call" title="Call it locally">
        <Text>
          <p>
            <Code>research.call('search', {'{ query: "tides" }'})</Code> does what a Guildhall does on every
            call, by the same code: defaults, coercion, validation, the handler, and a look at the output. An
            input that breaks a rule is a <Code>ValidationError</Code>, and the handler is never called.
          </p>
          <ul>
            <li>
              In <strong>development</strong> an output of the wrong type is logged as a warning and passed
              through. Nothing is charged.
            </li>
            <li>
              In <strong>production</strong> it is an <Code>InternalError</Code> of status 500, and the caller
              is not charged. <Code>charge</Code> is called once for each call that kept its promise.
            </li>
          </ul>
          <p>
            <Code>NODE_ENV</Code> decides which it is, unless <Code>mode</Code> says so.{' '}
            <Code>research.run(…)</Code> also returns what was converted, broken and owed;{' '}
            <Code>research.validate</Code> and <Code>research.coerce</Code>, and <Code>validate</Code> and{' '}
            <Code>coerce</Code> for any schema, check a value and run nothing.
          </p>
        </Text>
      </Section>

      <Section id="publish" title="Publish it">
        <Text>
          <p>
            <Code>toDocument()</Code> is the SkillSet document that <Code>guildhall validate</Code> checks and{' '}
            <Code>guildhall publish</Code> hands in. The text of each handler travels with it, and nothing
            else: whatever a handler uses has to stand inside it, as <Code>articles</Code> does above.
          </p>
        </Text>
        <Sample label="publish-file.ts">{readExample('publish-file')}</Sample>
      </Section>

      <Section id="remote" title="Call the skills of a Guildhall">
        <Text>
          <p>
            Use an <Link href={paths.keys}>API key</Link> that has the scope <Code>run</Code>. The key is sent
            to that address and appears in no error and no log. Never put a key into a public web page.
          </p>
        </Text>
        <Sample label="call-remote.ts">{readExample('call-remote').replace(EXAMPLE_ORIGIN, origin)}</Sample>
        <Text>
          <p>
            A call ends after <Code>timeoutMs</Code> (60 seconds) with a <Code>DeadlineError</Code>, or by
            your <Code>signal</Code> with a <Code>CancelledError</Code>. It is tried again, up to{' '}
            <Code>retries</Code> times and as late as <Code>Retry-After</Code> says, when waiting may help and
            nothing ran: after <Code>RATE_LIMIT_EXCEEDED</Code> and <Code>TOOL_NOT_AVAILABLE</Code>. After a
            lost connection nobody knows whether the skill ran. Give an <Code>idempotencyKey</Code>, and it is
            sent again: of calls with the same key and input the first one counts, for a day, and is charged
            once. Say <Code>repeatable: true</Code> of a skill that may run twice: then it is also tried again
            when a run failed in passing, and the key is made for you.
          </p>
          <p>
            <Code>maxPrice: '0.05'</Code> is the most that a run may cost in USDC, with the paid skills that
            it calls: when it would cost more nothing runs, and that is a <Code>PaymentError</Code>.{' '}
            <Code>contractHash</Code> lets nothing run under another contract (a <Code>ConflictError</Code>),
            and <Code>dryRun: true</Code> tells the skill to change nothing, free of charge. What a run cost
            is <Code>charged</Code> of <Code>guildhall.run(…)</Code>.
          </p>
          <p>
            Without the SDK it is <Code>POST /api/skills/{'{name}'}/runs</Code> with the header{' '}
            <Code>Authorization: Bearer gh_…</Code> and the body <Code>{'{"args": {…}}'}</Code>. A failed run
            is answered as <Code>{'{"status": "failed", "errors": […], "run_id": …}'}</Code>, a refused call
            as <Code>{'{"error": {…}}'}</Code>, both with the status of the{' '}
            <Link href={paths.docsErrors}>table</Link>.
          </p>
        </Text>
      </Section>

      <Section id="errors" title="Errors">
        <Text>
          <p>
            Every error is a <Code>GuildhallError</Code> with <Code>code</Code>, <Code>status</Code>,{' '}
            <Code>recoverable</Code>, <Code>details</Code> and <Code>suggestedAction</Code>, from a Guildhall
            and from a local call alike. A handler may throw them as well.
          </p>
        </Text>
        <DataTable
          label="Classes of errors"
          columns={['Class', 'Codes']}
          rows={classes().map(([name, codes]) => [
            <Code key="class">{name}</Code>,
            <span key="codes" className="inline-flex flex-wrap gap-1 whitespace-normal">
              {codes.map((code) => (
                <Code key={code}>{code}</Code>
              ))}
            </span>,
          ])}
        />
      </Section>

      <Section id="browser" title="In the browser">
        <Text>
          <p>
            Servers compile schemas to functions, which a page’s content security policy may forbid. The SDK
            interprets them instead and needs no <Code>unsafe-eval</Code>. Verdicts, conversions and messages
            are the same as the server’s; the tests compare the two on the official JSON Schema suite. They
            differ only where the server’s compiler is wrong: it does not see items that a nested{' '}
            <Code>items</Code>, or an <Code>if</Code> without <Code>then</Code> and <Code>else</Code>, has
            looked at when it judges <Code>unevaluatedItems</Code>.
          </p>
        </Text>
      </Section>
    </Page>
  )
}

function classes(): [string, ErrorCode[]][] {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  const names = [...new Set(codes.map((code) => ERRORS[code].sdk))]
  return names.map((name) => [name, codes.filter((code) => ERRORS[code].sdk === name)])
}
