# What the first HTML of a page says, before and without its script.

shell-logo-of = { $name } のロゴ
shell-logo = ロゴ
shell-console-title = Tonnage
shell-portal-title = { $name } にファイルを送信
shell-download-title = { $sender } さんからのファイル
shell-download-title-plain = ファイルが届いています
shell-password-needed = これらのファイルはパスワードで保護されています。パスワードは送信者から別途お知らせします。
shell-password = パスワード
shell-password-wrong = パスワードが違います。確認してもう一度お試しください。
shell-download = ダウンロード
shell-more-files = { $count ->
   *[other] ほかに { $count } 個のファイルがあります。表示するには JavaScript を有効にしてください。
}
shell-pages-missing = このプログラムはウェブページなしでビルドされています。Node.js 20.19 以降をインストールし、次のコマンドでビルドして起動し直してください：
shell-api-works = API はページなしでも動作します。ドキュメント：
shell-portal-unknown-title = このアップロードページは利用できません
shell-portal-unknown = このアドレスに公開中のアップロードページはありません。アドレスを確認するか、アドレスを知らせた方にお尋ねください。
shell-link-unknown-title = このリンクは使えません
shell-link-unknown = リンクが不完全か、置き換えられています。メールからリンク全体をコピーするか、送信者に新しいリンクを依頼してください。
shell-link-expired-title = これらのファイルはもう利用できません
shell-link-expired = ファイルは有効期限が切れ、削除されました。送信者に再送信を依頼してください。
shell-link-inactive-title = これらのファイルはまだ準備中です
shell-link-inactive = 送信者がアップロード中か、リンクを無効にしました。後でもう一度お試しになるか、送信者にお尋ねください。
shell-link-locked-title = ダウンロード回数の上限に達しました
shell-link-locked = このリンクは送信者が許可した回数まで使用されました。送信者に新しいリンクを依頼してください。
shell-agent-title = Tonnage エージェント
