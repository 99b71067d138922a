/** Infers a schema from a JSON sample or from types in the code. Keywords that the user has written stay. */
'use client'

import { Braces, FileCode2 } from 'lucide-react'
import { useState } from 'react'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { TextareaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { jsonTextError, parseJson } from '../fields/typed-text.ts'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'

type SchemaPart = 'parameters' | 'response'

// Loaded on demand, because the parsers are large.
const loadInference = async () => {
  const [details, sample, typescript, python] = await Promise.all([
    import('#lib/contracts/infer/inferred-schema.ts'),
    import('#lib/contracts/infer/infer-from-sample.ts'),
    import('#lib/contracts/infer/infer-from-typescript.ts'),
    import('#lib/contracts/infer/infer-from-python.ts'),
  ])
  return { ...details, ...sample, ...typescript, ...python }
}

const SIGNATURES = {
  javascript: {
    parameters: 'handler({ parameters }: { parameters: { city: string } })',
    response: 'handler(…): Promise<{ message: string }>',
  },
  python: {
    parameters: 'def main(args: Args), with a TypedDict or a dataclass',
    response: 'def main(args) -> Result',
  },
}

export function InferSchema({ skill, part }: { skill: number; part: SchemaPart }) {
  const { state, value, set } = useStudio()
  const pointer = `${skillPointer(skill)}/${part}`

  async function apply(
    infer: (inference: Awaited<ReturnType<typeof loadInference>>) => JsonSchema | undefined,
  ) {
    const inference = await loadInference()
    const before = value(pointer)
    const inferred = infer(inference)
    if (!inferred) return false
    set(pointer, inference.withEarlierDetails(inferred, before))
    toast('The schema was inferred.', { action: { label: 'Undo', onClick: () => set(pointer, before) } })
    return true
  }

  async function inferFromCode() {
    const definition = textAt(state.document, `${skillPointer(skill)}/definition`)
    const runtime =
      textAt(state.document, `${skillPointer(skill)}/runtime`) === 'python' ? 'python' : 'javascript'
    const isDone = await apply(
      ({ inferFromPython, inferFromTypeScript }) =>
        (runtime === 'python' ? inferFromPython : inferFromTypeScript)(definition)[part],
    )
    if (!isDone) {
      toast.error(`The code does not declare the type of its ${part}.`, {
        description: `Declare the type in the signature: ${SIGNATURES[runtime][part]}`,
      })
    }
  }

  return (
    <>
      <Button size="sm" variant="outline" onClick={inferFromCode}>
        <FileCode2 aria-hidden /> From the code
      </Button>
      <SampleDialog onInfer={(sample) => apply(({ inferFromSample }) => inferFromSample(sample))} />
    </>
  )
}

function SampleDialog({ onInfer }: { onInfer: (sample: Json) => Promise<boolean> }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const error = jsonTextError(text)
  const sample = parseJson(text)

  async function infer() {
    if (sample === undefined || error) return
    await onInfer(sample)
    setOpen(false)
    setText('')
  }

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="sm" variant="outline">
          <Braces aria-hidden /> From a sample
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Infer the schema from a sample"
        description="Paste one JSON object. Its fields, types and formats become the schema; descriptions and limits you already wrote stay."
      >
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void infer()
          }}
        >
          <TextareaField
            label="Sample"
            errors={error ? [error] : []}
            isCode
            rows={8}
            placeholder={'{ "city": "Rome", "days": 3 }'}
            value={text}
            onChange={setText}
          />
          <DialogFooter>
            <Button type="submit" disabled={sample === undefined || Boolean(error)}>
              Infer the schema
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
