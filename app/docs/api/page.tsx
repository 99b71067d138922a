import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Code } from '#components/docs/data-table.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { EXPORT_WORDS, IMPORT_WORDS } from '#lib/contract/vault/archive-limits.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

export const metadata: Metadata = { title: 'HTTP API' }

const SKILL = 'guildhall.text_tools.text_statistics'

const MESSAGE = JSON.stringify(
  {
    type: 'run.ended',
    timestamp: '2026-11-22T08:30:00.000Z',
    data: {
      run_id: 'run_019…',
      status: 'completed',
      skill: SKILL,
      version: '1.1.0',
      output: { words: 4, '…': '…' },
      duration_ms: 12,
      state: 'succeeded',
    },
  },
  null,
  2,
)

export default async function ApiPage() {
  const origin = publicOrigin(await headers())
  return (
    <Page width="reading">
      <PageHeader
        title="HTTP API"
        description="Run a skill from any program, follow its run, upload large files, and give skills to a model as tools."
      />
      <Section id="run" title="Run a skill">
        <Text>
          <p>
            Make a key under <Link href={paths.keys}>API keys</Link> with the scope “run”, and keep it in{' '}
            <Code>GUILDHALL_KEY</Code>. The Code tab of every skill writes the call as its form is filled, in
            seven languages.
          </p>
        </Text>
        <Sample label="A call" canCopy>{`curl ${origin}/api/skills/${SKILL}/runs \\
  -H "Authorization: Bearer $GUILDHALL_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"args": {"text": "The quick brown fox."}}'`}</Sample>
        <Text>
          <p>
            200 means that the run succeeded. 202 means that it is still running: poll it by its id. A run
            that failed is <Code>{'{"status": "failed", "errors": […], "run_id": …}'}</Code> and costs
            nothing. A call refused before anything ran is <Code>{'{"error": …}'}</Code>. The codes and their
            statuses are in the <Link href={paths.docsErrors}>table</Link>.
          </p>
          <p>
            A run names the version that it ran, its <Code>contract_hash</Code> and{' '}
            <Code>permissions_hash</Code>. When that version is deprecated, or a newer one waits for your
            organisation’s consent, <Code>notices</Code> says so in a sentence. <Code>output_blobs</Code> are
            the blobs that it wrote, <Code>logs_preview</Code> is the end of what it logged.
          </p>
          <p>
            <Code>GET /api/skills/NAME/quote</Code> tells beforehand what a run will cost, how long runs take
            and how large their results are (the middle one, and all but the slowest in twenty), and what a
            run changes. It needs no key; with one it tells what your organisation would pay.{' '}
            <Code>max_price</Code>, a text or a number, is the most that a call may cost: beyond it nothing
            runs.
          </p>
          <p>
            A key may call 300 times a minute, all keys of an organisation together 1,000 times; without a key
            an IP address may make 600 calls a minute to public endpoints. Beyond that the answer is 429, and{' '}
            <Code>Retry-After</Code> says how many seconds to wait. A balance and its statements are for
            people who have signed in, not for keys.
          </p>
        </Text>
      </Section>
      <Section id="follow" title="Follow a run">
        <Text>
          <p>
            <Code>GET /api/runs/ID</Code> tells of a run as it is now. <Code>GET /api/runs/ID/events</Code>{' '}
            sends an event for each change until its end. Each event is the whole run. After a break, send the
            id of the last event as <Code>Last-Event-ID</Code>: you get what came after it, and 204 when that
            was the end. <Code>POST /api/runs/ID/cancel</Code> ends it before its time; a cancelled run costs
            nothing.
          </p>
        </Text>
        <Sample label="Follow" canCopy>{`curl -N ${origin}/api/runs/RUN_ID/events \\
  -H "Authorization: Bearer $GUILDHALL_KEY"`}</Sample>
      </Section>
      <Section id="plans" title="Start a plan">
        <Text>
          <p>
            <Code>POST /api/plan-runs</Code> takes a <Code>plan</Code>, or the name of one that your
            organisation keeps as <Code>saved_plan</Code>. The key needs “run”, and “write” where a step
            changes something. The answer is 202: the plan goes on by itself, or its <Code>state</Code> is{' '}
            <Code>waiting</Code> for a person to say yes on its page. No key says yes; an owner or admin can
            let plans that only read begin by themselves (
            <Link href={paths.planPolicy}>What plans may do</Link>). A call that is repeated with the same{' '}
            <Code>Idempotency-Key</Code> gets the first one’s plan run; with another plan it is a{' '}
            <Code>CONFLICT</Code>.
          </p>
          <p>
            <Code>GET /api/plan-runs/ID</Code> tells how it stands, with a ToolResult for each attempt of each
            step; <Code>…/events</Code> tells it live: <Code>run.started</Code>, <Code>step.started</Code>,{' '}
            <Code>step.progress</Code>, <Code>step.finished</Code> with the ToolResult,{' '}
            <Code>run.finished</Code>. A message without a name follows: how the plan run stands then, without
            results, because each came once already. Whoever comes back with <Code>Last-Event-ID</Code> is
            told what ended since. <Code>POST …/cancel</Code> ends it within a second.{' '}
            <Code>POST …/resume</Code> goes on with one that failed, with <Code>edited_args</Code> for steps
            that are not done: what is done is neither run nor charged again. <Code>GET /api/plan-runs</Code>{' '}
            lists them, newest first; <Code>?saved_plan=</Code> those of one that is kept, by its name or id.
          </p>
        </Text>
        <Sample label="Start a plan" canCopy>{`curl ${origin}/api/plan-runs \\
  -H "Authorization: Bearer $GUILDHALL_KEY" \\
  -d '{"saved_plan":"weekly-report","max_price":"0.50"}'`}</Sample>
      </Section>
      <Section id="webhooks" title="Webhooks">
        <Text>
          <p>
            Instead of polling, an owner or admin adds an address under{' '}
            <Link href={paths.webhooks}>Webhooks</Link>, for every skill or for one. Each run of the
            organisation that ends is then posted to it, however it ended:
          </p>
        </Text>
        <Sample label="A message">{MESSAGE}</Sample>
        <Text>
          <ul>
            <li>
              <Code>data</Code> is the run as <Code>GET /api/runs/ID</Code> answers it, and its{' '}
              <Code>state</Code>.
            </li>
            <li>
              Messages are signed as{' '}
              <a href="https://www.standardwebhooks.com" rel="noreferrer">
                Standard Webhooks
              </a>{' '}
              has it, in <Code>webhook-id</Code>, <Code>webhook-timestamp</Code> and{' '}
              <Code>webhook-signature</Code>: check them with the webhook’s secret before you believe a
              message.
            </li>
            <li>
              Answer with 2xx within ten seconds. Otherwise the message is sent again, eight times at most,
              after a second first and an hour last. It keeps its <Code>webhook-id</Code>, so a message that
              comes twice can be told.
            </li>
            <li>After twenty failures in a row the webhook is paused until somebody resumes it.</li>
          </ul>
        </Text>
      </Section>
      <Section id="blobs" title="Blobs: files too big for JSON">
        <Text>
          <p>
            A blob is content with a MIME type. It belongs to your organisation, is kept for 30 days unless
            the operator of this Guildhall configures otherwise, and is streamed in and out at any size.
            Writing takes the scope “write”, reading “read”.
          </p>
        </Text>
        <Sample
          label="Keep a file"
          canCopy
        >{`curl -T sales.csv "${origin}/api/blobs?kind=text/csv&name=sales.csv" \\
  -H "Authorization: Bearer $GUILDHALL_KEY"`}</Sample>
        <Text>
          <p>
            The answer names the blob, <Code>blob:…</Code>. Put that name into the arguments where the
            contract has a text of the format <Code>blob</Code>, and the skill may read it; forms do so with
            the file you choose. A skill that writes a blob names it in its result.
          </p>
          <ul>
            <li>
              <Code>GET /api/blobs/ID</Code> sends the bytes, or a range: <Code>Range: bytes=0-99</Code> gets
              206, a range that is not there 416. The <Code>ETag</Code> is the SHA-256 of the content;{' '}
              <Code>HEAD</Code> tells its size as <Code>Blob-Size</Code>.
            </li>
            <li>
              <Code>GET /api/blobs</Code> lists what you have, and <Code>DELETE /api/blobs/ID</Code> makes
              room.
            </li>
            <li>
              What is too large is refused with 413, what goes beyond your organisation’s quota with 412.
            </li>
          </ul>
        </Text>
      </Section>
      <Section id="vault" title="Files of the vault">
        <Text>
          <p>
            The vault is your organisation’s files, by their paths. The tools <Code>vault.…</Code> work with
            texts; these addresses take any bytes, streamed, however long. Writing takes the scope “write”,
            reading “read”.
          </p>
        </Text>
        <Sample
          label="Put a file into the vault"
          canCopy
        >{`curl -T sales.csv "${origin}/api/vault/file?path=Reports/sales.csv" \\
  -H "Authorization: Bearer $GUILDHALL_KEY"`}</Sample>
        <Text>
          <ul>
            <li>
              <Code>If-Match: "ETAG"</Code> writes only over what you read: otherwise 409, with the current
              etag in <Code>details</Code>; a <Code>DELETE</Code> hears it too. <Code>If-None-Match: *</Code>{' '}
              writes only where nothing is.
            </li>
            <li>
              <Code>GET /api/vault/file?path=…</Code> sends the bytes, or a range of them; <Code>DELETE</Code>{' '}
              moves a file or a folder into the trash.
            </li>
            <li>
              <Code>GET /api/vault/files?prefix=Reports&amp;recursive=true</Code> lists,{' '}
              <Code>GET /api/vault/find?name=sales</Code> finds files by what they are called,{' '}
              <Code>GET /api/vault/history?path=…</Code> tells what was done, by whom and in which run.
            </li>
            <li>
              <Code>POST /api/vault/undo</Code> takes it back: <Code>{'{"operationIds": ["…"]}'}</Code>,{' '}
              <Code>{'{"runId": "…"}'}</Code> or <Code>{'{"planRunId": "…"}'}</Code>, with a{' '}
              <Code>"path"</Code> only what was done to that file. What was changed since is a CONFLICT that
              names who did it.
            </li>
            <li>
              <Code>GET /api/vault/archive?prefix=Reports</Code> is a folder as a zip archive, {EXPORT_WORDS}.
              A <Code>POST</Code> of one puts its files there, all of them or none: {IMPORT_WORDS}. What is
              more comes back folder by folder.
            </li>
          </ul>
        </Text>
      </Section>
      <Section id="openapi" title="OpenAPI">
        <Text>
          <p>
            <a href={paths.openApi}>{paths.openApi}</a> describes all this in OpenAPI 3.1, with an operation
            for each public skill, made of its contract. <Code>?skills=a.b.c,d.e.f</Code> chooses skills; with
            a key that may read, private ones too. A document holds 200 skills; when there are more, its
            description names the address where it goes on.
          </p>
        </Text>
      </Section>
      <Section id="tools" title="Skills as tools for a model">
        <Text>
          <p>
            <Code>{'/api/skills/NAME/tool?format=openai'}</Code> is the skill as a tool to send along with a
            request; the formats are <Code>openai</Code>, <Code>anthropic</Code>, <Code>gemini</Code> and{' '}
            <Code>mcp</Code>. The function is called like the skill, with <Code>__</Code> for each dot.
          </p>
          <p>
            Model APIs take less than a contract can say: none takes a choice of shapes at the top, Gemini
            knows no references. What does not fit is left out and the description says so. A tool’s schema
            may therefore be wider than the contract, and what breaks the contract is refused with the reason,
            which the model can read and correct.
          </p>
        </Text>
        <Sample label="A tool" canCopy>{`curl "${origin}/api/skills/${SKILL}/tool?format=anthropic"`}</Sample>
      </Section>
    </Page>
  )
}
