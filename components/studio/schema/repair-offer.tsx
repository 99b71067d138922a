'use client'

import { WandSparkles } from 'lucide-react'
import { useDeferredValue, useId, useMemo } from 'react'
import { toast } from 'sonner'
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import { canonicalWith } from '#lib/contract/schema/canonical-with.ts'
import { compileWith } from '#lib/contract/schema/compile-with.ts'
import { newEngine } from '#lib/contract/schema/interpreter.ts'
import { repairWith } from '#lib/contract/schema/repair-with.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useStudio } from '../studio-context.tsx'

// Whoever takes a repair has read what it takes away; beyond this nobody reads.
const MOST_SHOWN = 40

/** For a schema that is refused where it is evident what was meant: what would change, and a button that changes it. */
export function RepairOffer({ pointer }: { pointer: string }) {
  const { value, set } = useStudio()
  const list = useId()
  // A large schema takes longer to read than a letter to type.
  const authored = useDeferredValue(value(pointer))
  const repaired = useMemo(() => repair(authored), [authored])
  if (!repaired) return null
  const { schema, repairs } = repaired
  const change = repairs.length === 1 ? '1 change' : `${repairs.length} changes`

  function apply() {
    set(pointer, schema)
    toast(`The schema is repaired: ${change}.`, {
      action: { label: 'Undo', onClick: () => set(pointer, authored) },
    })
  }

  return (
    <Alert
      variant="warning"
      className="mt-5"
      title="This schema can be repaired"
      action={
        <Button size="sm" variant="outline" onClick={apply} aria-describedby={list}>
          <WandSparkles aria-hidden />
          Repair
        </Button>
      }
    >
      <ul id={list} className="grid list-disc gap-0.5 pl-4">
        {repairs.slice(0, MOST_SHOWN).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same
          <li key={index}>
            {each.pointer && (
              <code className="font-mono text-xs">{pointerKeys(each.pointer).join(' → ')}</code>
            )}{' '}
            {each.sentence}
          </li>
        ))}
        {repairs.length > MOST_SHOWN && <li>… and {repairs.length - MOST_SHOWN} more like these.</li>}
      </ul>
    </Alert>
  )
}

function repair(authored: Json | undefined) {
  if (!isObject(authored)) return null
  return repairWith((each) => canonicalWith(interpreted, each), authored)
}

function interpreted(schema: JsonSchema) {
  return compileWith(newEngine, schema)
}
