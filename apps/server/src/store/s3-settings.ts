/** Where the files of messages and avatars are kept, in a store that speaks S3. */
export interface S3Settings {
  /** Null: AWS itself, by the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Stands before the name of every object; empty or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path and not in the host name. */
  readonly pathStyle: boolean;
}
