# What the page behind a download link says.

download-opening = リンクを開いています…
download-from = 送信者：{ $sender }
download-from-somebody = あなた宛のファイル
download-available-until = { $time } までダウンロードできます
download-available-always = 有効期限なし
download-left = { $count ->
   *[other] 残りのダウンロード：{ $count } 回
}
download-left-begun = 1 回のダウンロードとして数えられました。このタブではすべてのファイルをダウンロードできます。
download-bytes = { $bytes } バイト
download-all = すべてダウンロード（{ $size }）
download-all-offered = 準備ができたファイルをダウンロード（{ $size }）
download-one = ダウンロード
download-get = { $name } をダウンロード
download-selected = 選択項目をダウンロード
download-save-to-folder = フォルダーに保存…
download-files = ファイル
download-search = ファイルを検索
download-found = { $count ->
    [0] ファイルが見つかりません。名前の別の部分で検索してください。
   *[other] { $count } 個のファイルが見つかりました
}
download-choose = { $name } を選択
download-choose-hint = 一部だけをダウンロードするには、ファイルまたはフォルダーを選択してください。
download-chosen = { $count ->
   *[other] { $count } 個のファイルを選択中（{ $size }）
}
download-clear = 選択を解除
download-too-many = 1 つの zip に含められるのは、選択したファイル { $most } 個までです。選択を減らすか、すべてをダウンロードしてください。
download-too-many-clean = ダウンロードできないファイルがあり、残りは 1 つの zip には多すぎます。下で一度に { $most } 個まで選択してください。
download-state-infected = ブロック済み：ウイルスを検出
download-state-scanning = ウイルススキャン中
download-state-incomplete = 未完了
download-infected = これらのファイルはウイルスを含むため、ブロックされました。何もダウンロードされていません。別のファイルを選択するか、送信者にお問い合わせください。
download-infected-note = { $count ->
   *[other] { $count } 個のファイルはウイルスを含むため、ブロックされました。ほかのファイルはダウンロードできます。
}
download-scanning-note = { $count ->
   *[other] { $count } 個のファイルはウイルススキャン中です。準備ができると、ここでダウンロードできます。
}
download-asking = ダウンロードを準備しています…
download-preparing = zip を準備しています。ダウンロードは自動的に始まります。個別のファイルはすでにダウンロードできます。
download-started = ブラウザーが { $name } をダウンロードしています。
download-start-again = 始まらない場合は再試行
download-password-title = パスワードが必要です
download-password-text = これらのファイルはパスワードで保護されています。送信者から受け取ったパスワードを入力してください。
download-password-label = パスワード
download-password-open = 開く
download-password-wrong = パスワードが違います。大文字と小文字を確認するか、送信者にお尋ねください。
download-end-incomplete = このリンクは不完全です
download-end-incomplete-text = リンクの末尾が欠けています。メッセージのリンクをもう一度開くか、リンク全体をコピーしてください。
download-end-unknown = このリンクは使えません
download-end-unknown-text = リンクが途中で切れているか、入力が間違っている可能性があります。メッセージからリンク全体をコピーして、もう一度お試しください。
download-end-expired = これらのファイルはもう利用できません
download-end-expired-text = ファイルは有効期限が切れ、削除されました。
download-end-inactive = これらのファイルはまだ準備中です
download-end-inactive-text = 送信者がアップロード中か、リンクを無効にしました。後でもう一度お試しください。
download-end-withdrawn = このリンクは無効になっています
download-end-withdrawn-text = 送信者がリンクを無効にしました。進行中のダウンロードは最後まで完了できます。
download-end-locked = ダウンロード回数の上限に達しました
download-end-locked-text = このリンクは送信者が許可した回数まで使用されました。
download-end-pace = 試行回数が多すぎます
download-end-pace-text = しばらく待ってから、もう一度お試しください。
download-end-network = 接続がありません
download-end-fault = 問題が発生しました
download-end-fault-text = サーバーに問題が発生しています。何もダウンロードされず、回数も数えられていません。数分後にもう一度お試しください。
download-end-ask = ファイルがまだ必要な場合は、{ $sender } さんに新しいリンクを依頼してください。
download-end-ask-somebody = ファイルがまだ必要な場合は、リンクの送信者に新しいリンクを依頼してください。
download-agent-title = ブラウザーには大きいダウンロードです
download-agent-text = Tonnage エージェントは、このサイズのパッケージをより速くダウンロードし、中断されても再開します。インストール済みの場合は、次のコマンドを実行してください：
download-pause = 一時停止
download-resume = 再開
download-stop = 停止
download-save-title = フォルダーに保存しています
download-save-choose = ブラウザーのダイアログでフォルダーを選択してください。
download-save-forbidden = ブラウザーがこのフォルダーへのアクセスを許可しませんでした。何も保存されていません。別のフォルダーを選択するか、zip でダウンロードしてください。
download-save-files = { $total } 個中 { $done } 個のファイル
download-save-bytes = { $total } 中 { $done }
download-save-speed = 毎秒 { $speed }
download-save-left = 残り約 { $time }
download-save-running = このページを開いたままにしてください。いつでも一時停止できます。保存済みのファイルは残ります。
download-save-waiting = ネットワークに接続していません。保存は自動的に再開します。データは失われていません。
download-save-paused = 一時停止中です。保存済みのファイルは残ります。
download-save-full = ディスクの空き容量がありません。空き容量を増やしてから再開してください。
download-save-done = 保存できるファイルはすべてフォルダーにあります。
download-save-stopped = 停止しました。完了したファイルはフォルダーに残ります。
download-save-ended = 保存に失敗しました。完了したファイルはフォルダーに残ります。
download-save-failures = { $count ->
   *[other] { $count } 個のファイルは保存されませんでした：
}
download-save-failure-place = ブラウザーがこの名前またはフォルダーを許可していません
download-save-failure-size = 届いたサイズが正しくありません。再試行するか、個別にダウンロードしてください
download-save-failure-damaged = 何度も破損した状態で届きました。後でもう一度お試しください
download-save-failure-refused = ストレージに拒否されました。後でもう一度お試しください
download-save-failure-infected = ウイルスを含んでいます
