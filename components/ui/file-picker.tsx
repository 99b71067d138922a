import type { ComponentProps } from 'react'

type FilePickerProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'multiple'> & {
  onFile: (file: File) => void
}

/** The browser's own dialog for choosing a file; out of sight, a button elsewhere opens it by `ref`. */
export function FilePicker({ onFile, ...rest }: FilePickerProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // The same file can be chosen again after it was changed.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
