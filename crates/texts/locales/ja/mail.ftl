# What mails say.

## Words that several mails use

mail-files = ファイル { $count } 件
mail-more-files = ほか { $count } 件
mail-decimal-mark = .
mail-size = { $unit ->
    [one-byte] { $number } バイト
    [kilobyte] { $number } kB
    [megabyte] { $number } MB
    [gigabyte] { $number } GB
    [terabyte] { $number } TB
    [petabyte] { $number } PB
   *[byte] { $number } バイト
}
mail-time = { $year }年{ $month }月{ $day }日 { $clock } UTC
mail-label = { $label }：
mail-name-and-address = { $name }（{ $address }）
mail-file-and-size = { $name }（{ $size }）
mail-someone = リンクを持つ方

mail-preheader = { $files }、{ $size }
mail-preheader-until = { $files }、{ $size }、{ $until } まで
mail-open-console = コンソールを開く
mail-open-address = ボタンが使えない場合は、次のアドレスを開いてください：
mail-sender-writes = 送信者からのメッセージ
mail-form-says = フォームの回答
mail-from-server = ファイル転送サーバー { $name } から送信されました：{ $address }
mail-answers-to-sender = 返信は { $address } に届きます。
mail-answers-to-server = 返信はサーバーの管理者に届きます。

mail-fact-package = パッケージ
mail-fact-files = ファイル
mail-fact-size = サイズ
mail-fact-until = 有効期限
mail-fact-downloads = 残りダウンロード回数
mail-fact-password = パスワード
mail-fact-received = 受信日時
mail-fact-reason = 理由
mail-fact-packages = パッケージ
mail-fact-ends = 有効期限
mail-fact-seen = 最終確認
mail-password-from-sender = 必要です。送信者から別途お知らせします。
mail-password-of-portal = 必要です：ポータルのダウンロード用パスワード

## Packages

mail-package-for-you-subject = { $who } さんから { $files }（{ $size }）が届きました：{ $name }
mail-package-for-you-sentence = { $sender } さんから { $files }（{ $size }）が届きました。
mail-package-for-you-button = ダウンロード
mail-package-for-you-reason = { $sender } さんがあなたのアドレスを入力したため、このメールをお送りしています。リンクはあなた専用です。共有しないでください。

mail-package-received-subject = { $who } さんが { $portal } に { $files }（{ $size }）を送信しました：{ $name }
mail-package-received-sentence = { $who } さんがポータル { $portal } を通じて { $files }（{ $size }）を送信しました。
mail-package-received-button = ダウンロード
mail-package-received-reason = ポータル { $portal } へのアップロードの通知先に設定されているため、このメールをお送りしています。リンクはあなた専用です。共有しないでください。

mail-upload-receipt-subject = { $portal } が { $files }（{ $size }）を受け取りました
mail-upload-receipt-sentence = ポータル { $portal } が { $files }（{ $size }）を受け取りました。
mail-upload-receipt-reason = これらのファイルの送信時にあなたのアドレスが入力されたため、このメールをお送りしています。お心当たりがない場合は、このメールを無視してください。

mail-package-sent-subject = { $name } を送信しました：{ $files }（{ $size }）
mail-package-sent-to-people = パッケージを { $count } 名の受信者に送信しました。
mail-package-sent-by-link = パッケージの準備ができました。リンクを持つ方はダウンロードできます。
mail-package-sent-reason = このパッケージを送信した方にお送りしています。

mail-package-ending-subject = { $name } の有効期限は { $until } です
mail-package-ending-sentence = パッケージ { $name } の有効期限は { $until } です。その後、ファイルは削除されます。
mail-package-ending-note = さらに保存するには、それまでに有効期限を変更してください。
mail-package-ending-reason = このパッケージを送信した方にお送りしています。

mail-download-receipt-subject = { $who } が { $name } をダウンロードしました
mail-download-receipt-sentence = { $who } がパッケージ { $name } のファイルをダウンロードしました。
mail-download-receipt-reason = このパッケージを送信した方に、リンクごとに一度だけお送りしています。

## Accounts

mail-invitation-subject = { $who } さんがあなたを { $team } に招待しました
mail-invitation-sentence = { $who } さんがあなたをチーム { $team } に招待しました。
mail-invitation-note = リンクは一度だけ使え、7 日後に期限が切れます。
mail-invitation-button = 招待を承諾する
mail-invitation-reason = どなたかがあなたのアドレスを入力したため、このメールをお送りしています。送信者に心当たりがない場合は、このメールを無視してください。

mail-password-reset-subject = パスワードの再設定
mail-password-reset-sentence = あなたのアカウントのパスワードの再設定が請求されました。
mail-password-reset-note = リンクは一度だけ使え、1 時間後に期限が切れます。
mail-password-reset-button = パスワードを再設定
mail-password-reset-reason = お心当たりがない場合は、このメールを無視してください。何も変更されていません。

mail-password-changed-subject = パスワードが変更されました
mail-password-changed-sentence = あなたのアカウントのパスワードが変更されました。すべての端末からサインアウトしました。
mail-password-changed-reason = お心当たりがない場合は、すぐにサインインページでパスワードを再設定し、チームのオーナーに連絡してください。

mail-otp-guessed-subject = 2 段階認証コードの誤りが続きました
mail-otp-guessed-sentence = あなたのパスワードを知っている人が、誤った 2 段階認証コードを何度も入力しました。1 時間、コードは受け付けられません。
mail-otp-guessed-reason = お心当たりがない場合は、すぐにパスワードを変更し、チームのオーナーに連絡してください。

mail-email-confirmation-subject = メールアドレスの確認
mail-email-confirmation-sentence = このメールアドレスをアカウントに使用する申し込みがありました。
mail-email-confirmation-note = リンクは一度だけ使え、24 時間後に期限が切れます。
mail-email-confirmation-button = アドレスを確認する
mail-email-confirmation-reason = お心当たりがない場合は、このメールを無視してください。何も変更されていません。

mail-email-changed-subject = メールアドレスが変更されました
mail-email-changed-sentence = 今後は { $address } でサインインします。このアドレスは使われなくなりました。
mail-email-changed-reason = お心当たりがない場合は、すぐにチームのオーナーに連絡してください。

mail-api-key-created-subject = { $team } の新しい API キー { $key }
mail-api-key-created-sentence = API キー { $key } が、あなたの権限でチーム { $team } に作成されました。
mail-api-key-created-reason = お心当たりがない場合は、パスワードを変更し、キーを削除するよう依頼してください。

## Faults

mail-connection-failing-subject = { $team } の接続 { $connection } で障害が発生しています
mail-connection-failing-sentence = 接続 { $connection } を通じてパッケージを転送できませんでした。すべての試行が失敗しました。
mail-connection-failing-note = 接続を修正してから、転送をもう一度開始してください。
mail-connection-failing-reason = チーム { $team } のオーナーまたは管理者にお送りしています。接続ごとに 1 日 1 通までです。

mail-import-complete-subject = { $name }：{ $connection } からのインポートが完了しました
mail-import-complete-sentence = { $connection } のすべてのファイルがパッケージ { $name } に入りました（{ $files }、{ $size }）。
mail-import-complete-reason = インポートの開始時に入力されたアドレスにお送りしています。

mail-import-failed-subject = { $name }：{ $connection } からのインポートに失敗しました
mail-import-failed-sentence = { $connection } からパッケージ { $name } へのインポートに失敗しました。
mail-import-failed-note = インポート済みのファイルはパッケージに残っています。原因を解決してから、もう一度お試しください。
mail-import-failed-reason = インポートの開始時に入力されたアドレスにお送りしています。

mail-webhook-failing-subject = { $team } の Webhook { $webhook } で障害が発生しています
mail-webhook-failing-sentence = Webhook { $webhook } は { $count } 回の試行後もイベントを受け付けませんでした。
mail-webhook-failing-note = イベントが自動で再送信されることはありません。受信側を修正してから、イベントを再送信してください。
mail-webhook-failing-reason = チーム { $team } のオーナーまたは管理者にお送りしています。Webhook ごとに 1 日 1 通までです。

mail-delivery-ending-subject = { $connection } に届いていない { $count } 件のパッケージが削除されます
mail-delivery-ending-sentence = 接続 { $connection } に配信されていない { $count } 件のパッケージが、まもなく削除されます。
mail-delivery-ending-note = 接続を確認するか、パッケージの有効期限を変更してください。
mail-delivery-ending-reason = チーム { $team } のオーナーまたは管理者にお送りしています。接続ごとに 1 日 1 通までです。

mail-delivery-lost-subject = { $connection } に届く前に { $count } 件のパッケージが削除されました
mail-delivery-lost-sentence = 接続 { $connection } に配信される前に { $count } 件のパッケージの有効期限が切れました。あと { $hours } 時間は、コンソールで復元できます。
mail-delivery-lost-forever = 接続 { $connection } に配信される前に { $count } 件のパッケージの有効期限が切れました。内容は残っていません。
mail-delivery-lost-note = 接続を確認してください。パッケージを復元したら、転送をもう一度開始してください。
mail-delivery-lost-reason = チーム { $team } のオーナーまたは管理者にお送りしています。接続ごとに 1 時間に 1 通までです。

mail-gateway-silent-subject = { $team } のゲートウェイ { $connection } がオフラインです
mail-gateway-silent-sentence = ストレージゲートウェイ { $connection } から数時間サーバーへの連絡がありません。このゲートウェイ宛てのパッケージは、復帰するまで待機します。
mail-gateway-silent-note = コンピューターの電源、エージェントの動作、このサーバーへの接続を確認してください。
mail-gateway-silent-reason = チーム { $team } のオーナーまたは管理者にお送りしています。ゲートウェイが復帰するまで、この件のメールはこれ以上送信されません。

mail-files-withheld-subject = { $connection } に送信されなかったファイルが { $count } 件あります
mail-files-withheld-sentence = パッケージのファイル { $count } 件は、感染しているかスキャンできなかったため、接続 { $connection } に送信されませんでした。
mail-files-withheld-note = ファイルはパッケージに残っています。共有する前に確認してください。スキャンできなかったファイルを保留するかどうかは、チームの設定で選択できます。
mail-files-withheld-reason = チーム { $team } のオーナーまたは管理者にお送りしています。
