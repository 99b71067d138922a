'use client'

/** One value of the contract, drawn as what it is: the place where a schema becomes a control. */
import { memo, useMemo, useRef, useState } from 'react'
import { ConstantControl } from './controls/constant-control.tsx'
import { JsonControl } from './controls/json-control.tsx'
import { NullControl } from './controls/null-control.tsx'
import { ScalarControl } from './controls/scalar-control.tsx'
import { drawnKind, typeChoices } from './drawn-kind.ts'
import { factsOf, labelOf } from './facts.ts'
import { FieldFrame } from './field-frame.tsx'
import { fieldId } from './field-notes.tsx'
import { type FieldProps, useForm } from './form-context.ts'
import { ABSENT, type Held, meant, SKIPPED } from './held.ts'
import { Kinds } from './kinds.tsx'
import { ListGroup } from './list-group.tsx'
import { ObjectGroup } from './object-group.tsx'
import { type Picks, readSpot } from './spot.ts'
import { useStandIns } from './stand-ins.ts'
import { startValue } from './start-value.ts'
import { switched } from './switch-kind.ts'
import { useTyping } from './use-typing.ts'

export const Field = memo(function Field(props: FieldProps) {
  const { schemas, pointer, place, value, required = false } = props
  const form = useForm()
  const { contract } = form
  const [picks, pick] = usePicks(form.epoch)
  const remembered = useRef(new Map<string, Held>())
  const json = useMemo(() => meant(value), [value])
  // A row that is there wants to be filled, and so does what must be there.
  const wanted = required || place !== 'property'
  const spot = useMemo(
    () => readSpot(contract, schemas, json, { picks, wanted }),
    [contract, schemas, json, picks, wanted],
  )
  const facts = useMemo(() => factsOf(spot), [spot])
  const kind = drawnKind(spot, json, picks)
  const id = fieldId(form.idPrefix, pointer)
  const label = labelOf(contract, props)
  const standIns = useStandIns(pointer)
  // What is being typed stays where it is typed.
  const [typed, setTyped] = useTyping(id)
  if (kind === 'hidden') return null

  const put = (next: Held) => form.change(pointer, next === undefined ? emptyAt(place) : next)
  const remove = () => form.change(pointer, emptyAt(place))
  const change = (next: Held) => {
    if (standIns) setTyped(next)
    put(next)
  }

  function switchKind(key: string, from: number, to: number) {
    remembered.current.set(`${key}:${from}`, value)
    if (to < 0) {
      pick({ ...picks, [key]: -1 })
      return remove()
    }
    const next = { ...picks, [key]: to }
    pick(next)
    const known = remembered.current.get(`${key}:${to}`)
    change(known !== undefined ? known : switched(contract, schemas, json, next))
  }

  const hasKinds = spot.choices.length > 0 || typeChoices(spot).length > 0
  const own = hasKinds && (
    <Kinds
      id={id}
      label={label}
      spot={spot}
      value={json}
      picks={picks}
      mayBeNone={!wanted}
      onSwitch={switchKind}
    />
  )
  const offered = { id, label, pointer, json, facts, place, change: put }
  const offer = standIns && place !== 'root' && kind !== 'constant' && <standIns.Offer {...offered} />
  const kinds =
    own || offer ? (
      <>
        {own}
        {offer}
      </>
    ) : null
  const shared = { ...props, id, label, spot, facts, json, kinds, change, remove }

  if (standIns?.isStandIn(json) && json !== typed) {
    return (
      <FieldFrame {...shared} kinds={offer}>
        <standIns.Shown {...offered} />
      </FieldFrame>
    )
  }

  if (kind === 'object' && place === 'root') return <ObjectGroup {...shared} />
  if (kind === 'object') {
    return <ObjectGroup {...shared} begin={() => change(startValue(contract, schemas, picks) ?? {})} />
  }
  if (kind === 'array') return <ListGroup {...shared} />
  if (kind === 'constant') return <ConstantControl {...shared} />
  return (
    <FieldFrame {...shared} isBare={kind === 'boolean'} controlId={kind === 'undecided' ? `${id}__kind` : id}>
      {kind === 'null' ? (
        <NullControl {...shared} />
      ) : kind === 'any' || kind === 'misfit' ? (
        <JsonControl {...shared} isMisfit={kind === 'misfit'} />
      ) : kind === 'undecided' ? null : (
        <ScalarControl {...shared} kind={kind} />
      )}
      {standIns && typeof json === 'string' && <standIns.Within {...offered} />}
    </FieldFrame>
  )
})

/** What is left of a value that was cleared: of a property nothing, of a row its place. */
function emptyAt(place: FieldProps['place']): Held | typeof ABSENT {
  if (place === 'property' || place === 'root') return ABSENT
  return place === 'position' ? SKIPPED : undefined
}

/** What was chosen here, until the whole value comes from elsewhere. */
function usePicks(epoch: number): [Picks, (picks: Picks) => void] {
  const [state, setState] = useState<{ epoch: number; picks: Picks }>({ epoch, picks: NO_PICKS })
  return [state.epoch === epoch ? state.picks : NO_PICKS, (picks) => setState({ epoch, picks })]
}

const NO_PICKS: Picks = {}
