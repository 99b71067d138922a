type ColorPickerProps = { label: string; value: string; disabled: boolean; onPick: (color: string) => void }

/** Stands beside a text field, because the text may be a colour that a colour input cannot show. */
export function ColorPicker({ label, value, disabled, onPick }: ColorPickerProps) {
  return (
    <input
      type="color"
      aria-label={`Pick ${label}`}
      className="h-9 w-12 shrink-0 rounded-md border border-input bg-card p-1"
      value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
      disabled={disabled}
      onChange={({ target }) => onPick(target.value)}
    />
  )
}
