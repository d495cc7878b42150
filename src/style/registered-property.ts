/**
 * A custom property registered with @property or CSS.registerProperty().
 *
 * CSS Properties and Values 1 §1 https://drafts.css-houdini.org/css-properties-values-api/
 */
export interface RegisteredProperty {
  readonly name: string;
  /** The syntax string, for example '<length> | auto'; '*' takes anything. */
  readonly syntax: string;
  readonly inherits: boolean;
  /** `null` only for the universal syntax: the guaranteed-invalid value. */
  readonly initialValue: string | null;
}
