import { FINDING_SEVERITIES } from '#lib/publishing/model/finding-severities.ts'
import { SelectField } from '../../../ui/forms/field.tsx'

type SeverityFieldProps = { value: string; onChange: (severity: string) => void; errors: string[] }

/** Empty for the severity that the policy has. */
export function SeverityField({ value, onChange, errors }: SeverityFieldProps) {
  return (
    <SelectField
      label="Severity"
      className="max-w-md"
      errors={errors}
      value={value}
      onChange={onChange}
      options={[['', 'As the policy says'], ...Object.entries(FINDING_SEVERITIES)]}
    />
  )
}
