interface FeedbackProps {
  readonly accessToken: string;
  /** The address of the widget's script. */
  readonly scriptUrl: string;
  readonly nonce: string | undefined;
}

/** Writes a value as JavaScript that cannot end the script it stands in. */
function writeValue(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/**
 * The feedback widget that the operator has turned on (specification, section 3: `isUserFeedbackEnabled`, `userbackAccessToken`). Its
 * script is fetched by ours, which the policy of the result pages lets do so, and not before the page itself is there.
 */
export function Feedback({ accessToken, scriptUrl, nonce }: FeedbackProps) {
  const start = `window.Userback={access_token:${writeValue(accessToken)}};addEventListener('load',function(){
var s=document.createElement('script');s.async=true;s.src=${writeValue(scriptUrl)};document.head.appendChild(s)})`;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />;
}
