/** A skill's form and its output, in the frame of an MCP client. It uses the form and the output panel of the site. */
import { useEffect, useRef, useState } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { withInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { AppContract } from '#lib/protocols/mcp/app-contract.ts'
import { SchemaForm } from '../forms/schema-form.tsx'
import { ErrorView } from '../output/error-view.tsx'
import { ResultView } from '../output/result-view.tsx'
import { Button } from '../ui/button.tsx'
import { connectToHost, type Host, type Progress } from './connect-to-host.ts'

type Shown =
  | { kind: 'none' }
  /** `isOwn` unless the model called the tool. */
  | { kind: 'running'; isOwn?: true; progress?: Progress }
  | { kind: 'output'; output: Json }
  /** An output that was too large for the answer, and that the host did not let this frame read. */
  | { kind: 'shape'; shape: Json; runId: string }
  | { kind: 'error'; error: PublicError }

export function SkillApp({ contract }: { contract: AppContract }) {
  const [host, setHost] = useState<Host>()
  const [input, setInput] = useState<Json>()
  const [shown, setShown] = useState<Shown>({ kind: 'none' })
  // A host may send the input that a model chose after the person has begun to type.
  const [epoch, setEpoch] = useState(0)
  // A large output is read after its result has arrived, and must not replace that of a later call.
  const results = useRef(0)

  useEffect(() => {
    const connecting = connectToHost({
      onInput: (given) => {
        setInput(inputIn(given, contract))
        setEpoch((count) => count + 1)
        setShown({ kind: 'running' })
      },
      onResult: (result) => void connecting.then((host) => showResult(host, result)),
      onCancelled: () => setShown({ kind: 'none' }),
      onTheme: (theme) => {
        document.documentElement.dataset.theme = theme
      },
    })
    connecting.then(setHost)

    async function showResult(host: Host, result: JsonObject) {
      results.current += 1
      const turn = results.current
      const next = await readResult(host, result, contract)
      if (turn === results.current) setShown(next)
    }
  }, [contract])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!link) return
      event.preventDefault()
      void host?.openLink(new URL(link.getAttribute('href')!, contract.origin).href)
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [host, contract])

  useEffect(() => {
    document.addEventListener('click', submitByClick)
    return () => document.removeEventListener('click', submitByClick)
  }, [])

  async function run(value: Json) {
    if (!host) return
    results.current += 1
    setShown({ kind: 'running', isOwn: true })
    const args = contract.isWrapped ? { name: contract.skill, args: value } : value
    try {
      const result = await host.callTool(contract.tool, args as JsonObject, (progress) =>
        setShown((now) => (now.kind === 'running' ? { ...now, progress } : now)),
      )
      setShown(await readResult(host, result, contract))
    } catch (thrown) {
      setShown({ kind: 'error', error: hostError(thrown) })
    }
  }

  const error = shown.kind === 'error' ? shown.error : undefined
  const page = new URL(contract.href, contract.origin).href
  return (
    <main className="grid gap-5 bg-background p-4 text-foreground">
      <h1 className="font-semibold text-base">{contract.title}</h1>
      <SchemaForm
        key={epoch}
        schema={contract.parameters}
        value={input}
        onChange={setInput}
        // Money is confirmed on the site itself, because a frame can be covered or clicked by its host.
        onSubmit={contract.hasPrice ? (value) => host?.openLink(withInputFragment(page, value)) : run}
        issues={error?.details}
        pending={(shown.kind === 'running' && shown.isOwn) || !host}
        idPrefix="input"
        submitLabel={contract.hasPrice ? 'Continue on the site' : 'Run'}
      />
      {contract.hasPrice && (
        <p className="text-muted-foreground text-sm">
          A run costs up to {contract.price} USDC. You confirm that on {new URL(contract.origin).host}.
        </p>
      )}
      <section aria-live="polite" aria-label="Output" className="min-w-0">
        {shown.kind === 'running' && <Running progress={shown.progress} />}
        {shown.kind === 'output' && <ResultView value={shown.output} schema={contract.response} />}
        {shown.kind === 'shape' && <LargeOutput {...shown} host={host} contract={contract} />}
        {error && (
          <ErrorView
            error={error}
            remedy={error.href && <OpenSite host={host} href={error.href} contract={contract} />}
          />
        )}
      </section>
    </main>
  )
}

/**
 * Submits a form by its event alone. In a frame without `allow-forms`, which many hosts show, a browser blocks a submission
 * before the form hears of it. Enter in a field clicks the button, too.
 */
function submitByClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button?.form || button.type !== 'submit' || button.disabled || event.defaultPrevented) return
  event.preventDefault()
  button.form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }))
}

type OpenSiteProps = { host: Host | undefined; href: string; contract: AppContract }

/** New permissions, settings and money are for the site, which the host opens. */
function OpenSite({ host, href, contract }: OpenSiteProps) {
  const url = new URL(href, contract.origin)
  return (
    <Button variant="outline" size="sm" onClick={() => void host?.openLink(url.href)}>
      Continue on {url.host}
    </Button>
  )
}

type LargeOutputProps = { host: Host | undefined; shape: Json; runId: string; contract: AppContract }

function LargeOutput({ host, shape, runId, contract }: LargeOutputProps) {
  return (
    <div className="grid gap-3">
      <p className="text-muted-foreground text-sm">
        The output is too large for this chat. Below is what it consists of.
      </p>
      <ResultView value={shape} />
      <div>
        <OpenSite host={host} href={paths.run(runId)} contract={contract} />
      </div>
    </div>
  )
}

function Running({ progress }: { progress?: Progress }) {
  const { progress: value, total, message } = progress ?? {}
  return (
    <div className="grid gap-2 text-muted-foreground text-sm" role="status">
      <p>{message ?? 'Running…'}</p>
      {value !== undefined && total !== undefined && (
        <progress className="w-full" value={value} max={total} />
      )}
    </div>
  )
}

/** Returns the skill's own input of a call, which `execute_skill` wraps. */
function inputIn(given: Json, { isWrapped }: AppContract): Json {
  if (!isWrapped) return given
  return isObject(given) && isObject(given.args) ? given.args : {}
}

/** Returns what a result of the tool shows: the error of the server, or the output, which may be in a blob. */
async function readResult(host: Host, result: JsonObject, contract: AppContract): Promise<Shown> {
  const { isError, structuredContent, content, _meta: meta } = result
  const refusal = isObject(meta) ? meta['guildhall/error'] : undefined
  const value = structuredContent ?? textIn(content)
  const run = isReport(value, meta, contract) ? value : undefined
  const failure = refusal ?? run?.error ?? (isError === true ? { message: textIn(content) } : undefined)
  if (isObject(failure)) return { kind: 'error', error: { ...UNKNOWN, ...(failure as Partial<PublicError>) } }
  if (!run) return { kind: 'output', output: value }
  const { output = null, output_shape: shape, output_blobs: blobs } = run
  if (shape === undefined) return { kind: 'output', output }
  try {
    const [blob] = Array.isArray(blobs) ? blobs : []
    return { kind: 'output', output: JSON.parse(await host.readBlob(String(blob))) }
  } catch {
    return { kind: 'shape', shape, runId: String(run.run_id) }
  }
}

/** Whether a value reports a run: all that `execute_skill` returns, and the shape of a large output of a skill's own tool. */
function isReport(value: Json, meta: Json | undefined, { isWrapped }: AppContract): value is JsonObject {
  if (!isObject(value) || value.run_id === undefined) return false
  return isWrapped || ('output_shape' in value && isObject(meta) && meta['guildhall/run_id'] === value.run_id)
}

const UNKNOWN: PublicError = { code: 'SKILL_ERROR', message: 'The skill failed.', recoverable: false }

function hostError(thrown: unknown): PublicError {
  return { code: 'TOOL_NOT_AVAILABLE', message: (thrown as Error).message, recoverable: true }
}

function textIn(content: Json | undefined): string {
  const parts = Array.isArray(content) ? content : []
  return parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('\n')
}
