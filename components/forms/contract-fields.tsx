'use client'

/** The fields of a contract inside another form, which has their value as JSON. */
import { type ComponentProps, Suspense } from 'react'
import { loadCompiled } from '#lib/contracts/forms/validation/load-compiled.ts'
import { WithPatterns } from '../browser/with-patterns.tsx'
import { ContractForm } from './fields/contract-form.tsx'
import { type FormValueProps, useFormValue } from './use-form-value.ts'

type ContractFieldsProps = FormValueProps &
  Pick<ComponentProps<typeof ContractForm>, 'idPrefix' | 'issues' | 'hints' | 'disabled'>

export function ContractFields(props: ContractFieldsProps) {
  return (
    <Suspense fallback={<FormLoading />}>
      <WithPatterns schema={props.schema}>
        <LoadedFields {...props} />
      </WithPatterns>
    </Suspense>
  )
}

function FormLoading() {
  return <p className="text-muted-foreground text-sm">Loading the form…</p>
}

function LoadedFields({ schema, value, onChange, ...rest }: ContractFieldsProps) {
  const { contract, formValue, epoch, change } = useFormValue({ schema, value, onChange })
  return (
    // The validator is loaded when somebody is about to change something: most forms are only looked at.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens, and nothing can be done with it
    <div className="contents" onFocus={() => loadCompiled(contract)}>
      <ContractForm contract={contract} value={formValue} epoch={epoch} onChange={change} {...rest} />
    </div>
  )
}
