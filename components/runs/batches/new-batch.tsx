'use client'

import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { SentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { BatchQuote } from '#lib/runs/batches/quote-batch.ts'
import { type BatchField, buildInputs, type FieldSource, matchColumns } from '#lib/runs/model/batch-inputs.ts'
import { MAX_BATCH_ROWS } from '#lib/runs/model/batch-limits.ts'
import { newIdempotencyKey } from '#lib/runs/model/call-options.ts'
import { Alert } from '../../ui/alert.tsx'
import { Usdc } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextareaField } from '../../ui/forms/field.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { ColumnChoices } from './column-choices.tsx'
import { RefusedRows } from './refused-rows.tsx'

type NewBatchProps = {
  skill: string
  version: string
  fields: BatchField[]
  actions: {
    quoteBatch: (sent: SentText) => Promise<ActionResult<BatchQuote>>
    startBatch: (sent: SentText) => Promise<ActionResult<{ id: string }>>
  }
}

type Sheet = { columns: string[]; rows: string[][] }

type Offer = { quote: BatchQuote; inputs: JsonObject[]; idempotencyKey: string }

const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Reads a sheet, matches its columns to the fields of the skill, and starts a run for each row after one confirmation. */
export function NewBatch({ skill, version, fields, actions }: NewBatchProps) {
  const router = useRouter()
  const [text, setText] = useState('')
  const [hasHead, setHasHead] = useState(true)
  const [sheet, setSheet] = useState<Sheet>()
  const [sources, setSources] = useState<FieldSource[]>([])
  const [offer, setOffer] = useState<Offer>()
  const [isConfirming, setConfirming] = useState(false)
  const [isQuoting, startQuoting] = useAction()

  async function read(content: string, withHead = hasHead) {
    setText(content)
    setOffer(undefined)
    const parsed = await parseSheet(content, withHead)
    setSheet(parsed)
    if (parsed) setSources(matchColumns(fields, withHead ? parsed.columns : []))
  }
  function change(next: FieldSource[]) {
    setSources(next)
    setOffer(undefined)
  }
  function check() {
    if (!sheet) return
    const inputs = buildInputs(fields, sources, sheet.rows)
    startQuoting(
      () => actions.quoteBatch({ text: JSON.stringify({ skill, version, inputs }) }),
      (quote) => setOffer({ quote, inputs, idempotencyKey: newIdempotencyKey() }),
    )
  }
  const start = ({ quote, inputs, idempotencyKey }: Offer) =>
    actions.startBatch({
      text: JSON.stringify({
        skill,
        version,
        inputs: quote.accepted.map((index) => inputs[index]),
        rows: quote.accepted,
        total: quote.total,
        idempotencyKey,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    })

  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="sheet" className="grid grid-cols-1 gap-3">
        <h2 id="sheet" className="font-semibold text-lg tracking-tight">
          1. The rows
        </h2>
        <SheetInput text={text} onText={(content) => void read(content)} />
        <span className="flex items-center gap-2">
          <Checkbox
            id="has-head"
            checked={hasHead}
            onCheckedChange={(checked) => {
              setHasHead(checked === true)
              void read(text, checked === true)
            }}
          />
          <Label htmlFor="has-head">The first line has the names of the columns</Label>
        </span>
        {sheet && sheet.rows.length > MAX_BATCH_ROWS && (
          <Alert variant="warning">
            The sheet has {sheet.rows.length} rows. A batch has at most {MAX_BATCH_ROWS}; split the sheet.
          </Alert>
        )}
      </section>
      {sheet && sheet.rows.length > 0 && sheet.rows.length <= MAX_BATCH_ROWS && (
        <section aria-labelledby="columns" className="grid grid-cols-1 gap-3">
          <h2 id="columns" className="font-semibold text-lg tracking-tight">
            2. The fields
          </h2>
          <ColumnChoices fields={fields} sheet={sheet} sources={sources} onChange={change} />
          <Button className="w-fit" pending={isQuoting} onClick={check}>
            Check {plural(sheet.rows.length, 'row')}
          </Button>
        </section>
      )}
      {offer && (
        <section aria-labelledby="check" className="grid grid-cols-1 gap-3">
          <h2 id="check" className="font-semibold text-lg tracking-tight">
            3. The check
          </h2>
          <p role="status" className="text-sm">
            {offer.quote.refusedCount === 0
              ? `All ${plural(offer.quote.count, 'row')} can run.`
              : `${offer.quote.accepted.length} of ${plural(offer.quote.count, 'row')} can run. The others do not fit the fields:`}
          </p>
          <RefusedRows quote={offer.quote} />
          <Price quote={offer.quote} />
          {offer.quote.accepted.length > 0 && (
            <Button className="w-fit" onClick={() => setConfirming(true)}>
              {startLabel(offer.quote)}
            </Button>
          )}
          <ConfirmDialog
            open={isConfirming}
            onOpenChange={setConfirming}
            title={`Run ${plural(offer.quote.accepted.length, 'row')}?`}
            description={<Price quote={offer.quote} />}
            confirmLabel={startLabel(offer.quote)}
            destructive={false}
            onConfirm={() => start(offer)}
            onDone={({ id }) => {
              toast.success('The batch has started.')
              router.push(paths.batch(id))
            }}
          />
        </section>
      )}
    </div>
  )
}

function startLabel({ accepted, total }: BatchQuote): string {
  const what = `Run ${plural(accepted.length, 'row')}`
  return total === '0' ? what : `${what} for up to ${total} USDC`
}

function Price({ quote: { accepted, price, total, balance } }: { quote: BatchQuote }) {
  if (accepted.length === 0) return null
  if (total === '0') return <p className="text-sm">The runs start in the background. They are free.</p>
  return (
    <p className="text-sm">
      The runs start in the background. Each costs up to <Usdc value={price} />, all together up to{' '}
      <Usdc value={total} />; your balance is <Usdc value={balance} />. You pay only for results that match
      the contract.
    </p>
  )
}

function SheetInput({ text, onText }: { text: string; onText: (text: string) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  async function readFile(file: File | undefined) {
    if (!file) return
    if (file.size > MAX_FILE_BYTES) return void toast.error('The file is larger than 5 MiB.')
    onText(await file.text())
  }
  return (
    <>
      <TextareaField
        label="CSV, or cells copied from a spreadsheet"
        help="Separated by commas, semicolons or tabs."
        className="min-w-0"
        isCode
        value={text}
        onChange={onText}
        rows={8}
      />
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        className="sr-only"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={({ target }) => {
          void readFile(target.files?.[0])
          target.value = ''
        }}
      />
      <Button variant="outline" className="w-fit" onClick={() => picker.current?.click()}>
        <FileUp aria-hidden /> Choose a CSV file
      </Button>
    </>
  )
}

/** Returns undefined for an empty text. Loads the parser only when there is something to parse. */
async function parseSheet(text: string, hasHead: boolean): Promise<Sheet | undefined> {
  if (!text.trim()) return undefined
  const { parse } = (await import('papaparse')).default
  const { data } = parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const width = Math.max(0, ...data.map((cells) => cells.length))
  const [first = []] = data
  const columns = Array.from({ length: width }, (_, index) =>
    hasHead ? first[index]?.trim() || `Column ${index + 1}` : `Column ${index + 1}`,
  )
  return { columns, rows: hasHead ? data.slice(1) : data }
}
